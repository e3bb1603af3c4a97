import { personalData } from '#server/accounts/profile/personal-data.ts'
import { runImports } from '#server/platform/import/run-imports.ts'
import { job, HOUR_MS } from '#server/platform/job.ts'
import type { Feature, FeatureHandle } from '#server/platform/feature.ts'
import { foldSums } from '#server/platform/lists/kept-sums.ts'
import { cashierRoutes } from './cashier/routes.ts'
import { PAYMENT_SUMS } from './cashier/store.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { pollDisputes } from './stripe/poll.ts'
import { pollAll } from './follow-up.ts'
import { holdsMoney } from './held-money.ts'
import { mergePayers } from './merge-payers.ts'
import { noteCards } from './note-cards.ts'
import { exportPaymentsOf, forgetPayUrls } from './personal-data.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { sendRefunds } from './send-refunds.ts'
import { paymentRoutes } from './routes.ts'
import { confirmDelayed } from './sandbox.ts'
import { stripeWebhookRoute } from './stripe/webhook.ts'
import { BANK_IMPORT } from './transfer/bank-import.ts'
import { paymentEvents } from './timeline.ts'
import { refundUnneededParts } from './transfer/unneeded-parts.ts'
import { transferRoutes } from './transfer/routes.ts'

const SETTLE_EVERY_MS = 2000
const IMPORT_EVERY_MS = 1000
const ASK_EVERY_MS = 30_000

/** Payments of every kind, by card and by bank transfer, with their refunds and disputes; and the double-entry ledger of money. */
export const paymentsFeature: Feature = {
  name: 'payments',
  setUp(http, app) {
    personalData(app, { name: 'payments', read: exportPaymentsOf, forget: forgetPayUrls })
    app.extensions.merges.push(mergePayers)
    app.extensions.closingChecks.push(holdsMoney)
    app.extensions.timeline.push(paymentEvents)
    paymentRoutes(http, app)
    receiptRoutes(http, app)
    cashierRoutes(http, app)
    disputeRoutes(http, app)
    transferRoutes(http, app)
    stripeWebhookRoute(http, app)
    return together([
      job(app, 'settle delayed payments', SETTLE_EVERY_MS, () => confirmDelayed(app)),
      job(app, 'send refunds', SETTLE_EVERY_MS, () => sendRefunds(app)),
      job(app, 'record cards used for payments', ASK_EVERY_MS, () => noteCards(app)),
      job(app, 'import bank files', IMPORT_EVERY_MS, () => runImports(app, BANK_IMPORT)),
      job(app, 'refund parts of transfers that nothing needs', ASK_EVERY_MS, () => refundUnneededParts(app)),
      job(app, 'poll disputes without updates', HOUR_MS, () => pollDisputes(app)),
      job(app, 'poll payments without updates', ASK_EVERY_MS, () => pollAll(app)),
      job(app, 'add up sums of payments', ASK_EVERY_MS, () => foldSums(app.db, PAYMENT_SUMS)),
    ])
  },
}

function together(handles: FeatureHandle[]): FeatureHandle {
  return {
    async beforeListen() {
      for (const handle of handles) await handle.beforeListen?.()
    },
    async stop() {
      for (const handle of handles) await handle.stop?.()
    },
  }
}
