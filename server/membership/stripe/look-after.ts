import type { House } from '#server/platform/house.ts'
import { stripeClient } from './client.ts'
import { askDispute } from './dispute-report.ts'
import { settleDispute } from '../disputes/settle-dispute.ts'
import { silentDisputes } from '../disputes/store.ts'

/** Banks take weeks: asked twice a day, should a report have been lost. */
const ASK_EVERY_MS = 12 * 3_600_000
const AT_ONCE_MAX = 50

/** Asks the provider about disputes of which nothing was heard for half a day. One that cannot be asked about does not stop the others. */
export async function lookAfterDisputes(house: House, silentMs = ASK_EVERY_MS): Promise<void> {
  const stripe = stripeClient(house)
  if (stripe === null) return
  for (const { id, payment_id: paymentId, provider_ref: ref } of await silentDisputes(
    house.db,
    silentMs,
    AT_ONCE_MAX,
  )) {
    try {
      const now = await askDispute(stripe, ref)
      if (now !== null) await settleDispute(house, paymentId, now.report)
    } catch (error) {
      house.log.warn({ err: error, dispute: id }, 'a provider cannot be asked about a dispute')
    }
  }
}
