import { chore } from '#server/platform/chore.ts'
import type { Room } from '#server/platform/room.ts'
import { membershipFee } from './membership-fee.ts'
import { payablesOf } from './payable.ts'
import { membershipRoutes } from './routes.ts'
import { confirmDelayed } from './sandbox.ts'

const SETTLE_EVERY_MS = 2000

/** The membership fee, payments of whatever it is, and the double-entry ledger of money. */
export const membershipRoom: Room = {
  name: 'membership',
  setUp(app, house) {
    payablesOf(house).set('membership', membershipFee(house))
    membershipRoutes(app, house)
    return chore(house, 'settle delayed payments', SETTLE_EVERY_MS, () => confirmDelayed(house))
  },
}
