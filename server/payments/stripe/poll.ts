import type { App } from '#server/platform/app.ts'
import { stripeClient } from './client.ts'
import { askDispute } from './dispute-report.ts'
import { settleDispute } from '../disputes/settle-dispute.ts'
import { silentDisputes } from '../disputes/store.ts'

/** Banks take weeks: polled twice a day, in case a report was lost. */
const ASK_EVERY_MS = 12 * 3_600_000
const AT_ONCE_MAX = 50

/** Asks the provider about disputes without a report for half a day. One failing dispute does not stop the others. */
export async function pollDisputes(app: App, silentMs = ASK_EVERY_MS): Promise<void> {
  const stripe = stripeClient(app)
  if (stripe === null) return
  for (const { id, payment_id: paymentId, provider_ref: ref } of await silentDisputes(app.db, silentMs, AT_ONCE_MAX)) {
    try {
      const now = await askDispute(stripe, ref)
      if (now !== null) await settleDispute(app, paymentId, now.report)
    } catch (error) {
      app.log.warn({ err: error, dispute: id }, 'could not ask the provider about a dispute')
    }
  }
}
