import { personalData } from '#server/accounts/profile/personal-data.ts'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { chore, HOUR_MS } from '#server/platform/chore.ts'
import type { Room, RoomHandle } from '#server/platform/room.ts'
import { cashierRoutes } from './cashier/routes.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { lookAfterDisputes } from './stripe/look-after.ts'
import { lookAfterAll } from './follow-up.ts'
import { membershipFee, type MembershipRefunded } from './membership-fee.ts'
import { noteCards } from './note-cards.ts'
import { payablesOf } from './payable.ts'
import { exportPaymentsOf, forgetPayUrls } from './personal-data.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { refundOnRejection, REJECTED_FINALLY, type RejectedFinally } from './refunds/refund-fee.ts'
import { sendRefunds } from './send-refunds.ts'
import { membershipRoutes } from './routes.ts'
import { confirmDelayed } from './sandbox.ts'
import { stripeWebhookRoute } from './stripe/webhook.ts'
import { transferRoutes } from './transfer/routes.ts'
import { runImports } from './transfer/run-imports.ts'

const SETTLE_EVERY_MS = 2000
const IMPORT_EVERY_MS = 1000
const ASK_EVERY_MS = 30_000

/** The membership fee, payments of whatever it is, and the double-entry ledger of money. */
export const membershipRoom: Room = {
  name: 'membership',
  setUp(app, house) {
    payablesOf(house).set('membership', membershipFee(house))
    personalData(house, { name: 'payments', read: exportPaymentsOf, forget: forgetPayUrls })
    membershipRoutes(app, house)
    receiptRoutes(app, house)
    cashierRoutes(app, house)
    disputeRoutes(app, house)
    transferRoutes(app, house)
    stripeWebhookRoute(app, house)
    house.outbox.on(REJECTED_FINALLY, (payload, trx) => refundOnRejection(house, trx, payload as RejectedFinally))
    // A message of its own, so that it comes after the commit of what it tells.
    house.outbox.on('membership-refunded', (payload) => {
      accountChanged(house, (payload as MembershipRefunded).accountId)
      return Promise.resolve()
    })
    return together([
      chore(house, 'settle delayed payments', SETTLE_EVERY_MS, () => confirmDelayed(house)),
      chore(house, 'send refunds', SETTLE_EVERY_MS, () => sendRefunds(house)),
      chore(house, 'note cards that paid', ASK_EVERY_MS, () => noteCards(house)),
      chore(house, 'import bank files', IMPORT_EVERY_MS, () => runImports(house)),
      chore(house, 'ask about silent disputes', HOUR_MS, () => lookAfterDisputes(house)),
      chore(house, 'ask about silent payments', ASK_EVERY_MS, () => lookAfterAll(house)),
    ])
  },
}

function together(handles: RoomHandle[]): RoomHandle {
  return {
    async beforeListen() {
      for (const handle of handles) await handle.beforeListen?.()
    },
    async stop() {
      for (const handle of handles) await handle.stop?.()
    },
  }
}
