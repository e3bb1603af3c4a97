import { lockStanding, markMembershipPaid, readStanding } from '#server/accounts/change-standing.ts'
import { accountChanged } from '#server/accounts/sessions.ts'
import type { House } from '#server/platform/house.ts'
import { refuse } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import type { Payable } from './payable.ts'

/** What later rooms hear, by the outbox, when a person's fee is paid; `at` in ms. */
export type MembershipPaid = { accountId: string; paymentId: string; amount: number; currency: string; at: number }

/** The membership fee: owed once, by the terms of the house. */
export function membershipFee(house: House): Payable {
  return {
    memo: 'Membership fee',
    async due(db, accountId) {
      if ((await readStanding(db, accountId))?.hasPaidMembershipFee !== false) {
        return refuse('already-paid', 'The membership fee is paid.')
      }
      const terms = await readHouseTerms(house)
      return { amount: terms.membershipFee, currency: terms.currency }
    },
    ledgerAccount: () => 'income:membership',
    async paid(trx, { id, account_id: accountId, amount, currency }) {
      // Locks the person's row: of two payments of the fee that succeed at once, the second finds it paid.
      const standing = await lockStanding(trx, accountId)
      if (standing === null || standing.hasPaidMembershipFee) return false
      await markMembershipPaid(trx, accountId)
      const message: MembershipPaid = { accountId, paymentId: id, amount, currency, at: house.now() }
      await house.outbox.add(trx, 'membership-paid', message)
      return true
    },
    settled: (payment) => accountChanged(house, payment.account_id),
  }
}
