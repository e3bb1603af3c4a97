import type { Kysely } from 'kysely'
import {
  lockStanding,
  markMembershipPaid,
  markMembershipUnpaid,
  readStanding,
} from '#server/accounts/staff/change-standing.ts'
import { findPeople } from '#server/accounts/find-people.ts'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { whyFeeClosed } from './fee-rules.ts'
import { accounts } from './money-accounts.ts'
import type { Payable } from './payable.ts'
import { oweBack } from './refunds/owe-back.ts'
import { refundOnRejection } from './refunds/refund-fee.ts'
import { leftOf, lockPayment, type PaymentRow } from './store.ts'

/** What later rooms receive, by the outbox, when a person's fee is paid; `at` in ms. */
export type MembershipPaid = { accountId: string; paymentId: string; amount: number; currency: string; at: number }
/** What they receive under `membership-refunded` when it goes back. */
export type MembershipRefunded = { accountId: string; paymentId: string; at: number }

const OWED_MAX = 10

/** The membership fee: owed once, by the terms of the house. */
export function membershipFee(house: House): Payable {
  return {
    memo: 'Membership fee',
    whole: true,
    async due(db, accountId) {
      if ((await readStanding(db, accountId))?.hasPaidMembershipFee !== false) {
        return refuse('already-paid', 'The membership fee is paid.')
      }
      const closed = await whyFeeClosed(house, db, accountId)
      if (closed !== null) return closed
      const terms = await readHouseTerms(house)
      return { amount: terms.membershipFee, currency: terms.currency }
    },
    ledgerAccount: () => accounts.membershipIncome,
    async paid(trx, { id, account_id: accountId, amount, currency }) {
      // Locks the person's row: of two payments of the fee that succeed at once, the second finds it paid.
      const standing = await lockStanding(trx, accountId)
      if (standing === null || standing.hasPaidMembershipFee) return false
      if ((await whyFeeClosed(house, trx, accountId)) !== null) return false
      await markMembershipPaid(trx, accountId)
      const message: MembershipPaid = { accountId, paymentId: id, amount, currency, at: house.now() }
      await house.outbox.add(trx, 'membership-paid', message)
      const facts = { amount, currency, paymentId: id }
      await notify(house, trx, { kind: 'fee-receipt', accountId, key: `fee-receipt:${id}`, facts })
      return true
    },
    async unpaid(trx, payment, amount) {
      if (amount !== payment.received) return refuse('only-whole', 'The membership fee goes back as a whole.')
      await endMembership(house, trx, payment)
      return null
    },
    async chargedBack(trx, payment) {
      await endMembership(house, trx, payment)
      // The fee is one thing: where the bank took part of it, the rest goes back as well.
      const rest = leftOf((await lockPayment(trx, payment.id))!)
      if (rest === 0) return
      const reason = 'Your bank took part of the membership fee back, so the rest follows.'
      const owed = await oweBack(house, trx, payment.id, { amount: rest, cause: 'surplus', reason, actorId: null })
      if (owed instanceof Refusal) throw new Error(owed.message)
    },
    undone: (trx, payment) => endMembership(house, trx, payment),
    async kept(trx, { account_id: accountId }) {
      if ((await whyFeeClosed(house, trx, accountId)) !== null) await refundOnRejection(house, trx, { accountId })
    },
    async whyNot(db, { account_id: accountId }) {
      return (await whyFeeClosed(house, db, accountId))?.message ?? null
    },
    settled: (payment) => accountChanged(house, payment.account_id),
    async owed(db, typed) {
      const terms = await readHouseTerms(house)
      const people = await findPeople(db, typed, OWED_MAX)
      return people
        .filter(({ hasPaidMembershipFee }) => !hasPaidMembershipFee)
        .map(({ id, name, email }) => ({
          accountId: id,
          person: `${name}, ${email}`,
          subjectId: null,
          label: 'Membership fee',
          amount: terms.membershipFee,
          currency: terms.currency,
        }))
    },
  }
}

/** The fee does not count as paid any more; later rooms are notified. */
async function endMembership(
  house: House,
  trx: Kysely<object>,
  { id, account_id: accountId }: Pick<PaymentRow, 'id' | 'account_id'>,
): Promise<void> {
  await lockStanding(trx, accountId)
  await markMembershipUnpaid(trx, accountId)
  const message: MembershipRefunded = { accountId, paymentId: id, at: house.now() }
  await house.outbox.add(trx, 'membership-refunded', message)
}
