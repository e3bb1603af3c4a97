import type { Kysely } from 'kysely'
import {
  lockMemberState,
  markMembershipPaid,
  markMembershipUnpaid,
  readMemberState,
} from '#server/accounts/member-state.ts'
import { findPeople } from '#server/accounts/find-people.ts'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { refusalOf } from './fee-rules.ts'
import { accounts } from '#server/payments/money-accounts.ts'
import type { Payable } from '#server/payments/payable.ts'
import { oweBack, UNDER_DISPUTE } from '#server/payments/refunds/owe-back.ts'
import { refundOnRejection } from './refund-fee.ts'
import { leftOf, lockPayment, type PaymentRow } from '#server/payments/payment.ts'

const OWED_MAX = 10

/** The membership fee: owed once, at the amount set in the company's terms. */
export function membershipFee(app: App): Payable {
  return {
    memo: 'Membership fee',
    whole: true,
    async due(db, accountId) {
      if ((await readMemberState(db, accountId))?.hasPaidMembershipFee !== false) {
        return refuse('already-paid', 'Your membership fee is already paid.')
      }
      const closed = await refusalOf(app.extensions.feeClosedWhen, db, accountId)
      if (closed !== null) return closed
      const terms = await readCompanyTerms(app)
      return { amount: terms.membershipFee, currency: terms.currency }
    },
    ledgerAccount: () => accounts.membershipIncome,
    async paid(trx, { id, account_id: accountId, amount, currency }) {
      // Locks the person's row: of two fee payments that succeed simultaneously, the second finds it paid.
      const member = await lockMemberState(trx, accountId)
      if (member === null || member.hasPaidMembershipFee || member.accountStatus === 'closed') return false
      if ((await refusalOf(app.extensions.feeClosedWhen, trx, accountId)) !== null) return false
      await markMembershipPaid(trx, accountId)
      const facts = { amount, currency, paymentId: id }
      await notify(app, trx, { kind: 'fee-receipt', accountId, key: `fee-receipt:${id}`, facts })
      return true
    },
    async unpaid(trx, payment, amount) {
      if (payment.disputed > 0) return refuse('payment-disputed', UNDER_DISPUTE)
      if (amount !== payment.received) return refuse('only-whole', 'The membership fee can only be refunded in full.')
      await endMembership(trx, payment)
      return null
    },
    async chargedBack(trx, payment) {
      await endMembership(trx, payment)
      // The fee cannot be split: if the bank took back part of it, the rest is refunded as well.
      const rest = leftOf((await lockPayment(trx, payment.id))!)
      if (rest === 0) return
      const reason = 'Your bank took back part of the membership fee, so we’re refunding the rest.'
      const owed = await oweBack(app, trx, payment.id, { amount: rest, cause: 'surplus', reason, actorId: null })
      if (owed instanceof Refusal) throw new Error(owed.message)
    },
    undone: (trx, payment) => endMembership(trx, payment),
    async kept(trx, { account_id: accountId }) {
      if ((await refusalOf(app.extensions.feeClosedWhen, trx, accountId)) !== null)
        await refundOnRejection(app, trx, accountId)
    },
    async whyNot(db, { account_id: accountId }) {
      return (await refusalOf(app.extensions.feeClosedWhen, db, accountId))?.message ?? null
    },
    refundStopped: (db, { account_id: accountId }) => refusalOf(app.extensions.feeStaysWhen, db, accountId),
    settled: (payment) => accountChanged(app, payment.account_id),
    async owed(db, words) {
      const terms = await readCompanyTerms(app)
      const people = await findPeople(db, words, OWED_MAX)
      return people
        .filter(({ hasPaidMembershipFee }) => !hasPaidMembershipFee)
        .map(({ id, name, email, typed }) => ({
          typed,
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

/** The fee no longer counts as paid; later features are notified. */
async function endMembership(
  trx: Kysely<object>,
  { account_id: accountId }: Pick<PaymentRow, 'account_id'>,
): Promise<void> {
  await lockMemberState(trx, accountId)
  await markMembershipUnpaid(trx, accountId)
  await enqueue(trx, 'membership-refunded', { accountId })
}
