import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { Feature } from '#server/platform/feature.ts'
import { membershipFee } from './membership-fee.ts'
import { mergeMembers } from './merge-members.ts'
import { refundOnRejection } from './refund-fee.ts'
import { membershipRoutes } from './routes.ts'

/** The membership fee: who has paid it, and when it goes back. */
export const membershipFeature: Feature = {
  name: 'membership',
  setUp(http, app) {
    app.extensions.payables.set('membership', membershipFee(app))
    app.extensions.merges.push(mergeMembers)
    membershipRoutes(http, app)
    app.outbox.on('verification-rejected-finally', ({ accountId }, trx) => refundOnRejection(app, trx, accountId))
    // A separate message, so that it is handled after the refund has been committed.
    app.outbox.on('membership-refunded', ({ accountId }) => Promise.resolve(accountChanged(app, accountId)))
  },
}
