import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readMemberState } from '#server/accounts/member-state.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { payableFor } from '../payable.ts'
import { pendingPayment, type PaymentRow } from '../payment.ts'
import { insertPayment, setBegun } from '../store.ts'
import { newReference } from './reference.ts'

export type Target = Pick<PaymentRow, 'purpose'> & { accountId: string; subjectId?: string | null | undefined }

/** The transfer that waits for this money, or a new one. Refuses `email-not-confirmed`: nothing is paid before the email is confirmed. */
export async function transferFor(
  app: App,
  trx: Kysely<object>,
  { accountId, purpose, subjectId = null }: Target,
): Promise<PaymentRow | Refusal> {
  const unconfirmed = await refusalOfTransfer(trx, accountId)
  if (unconfirmed !== null) return unconfirmed
  const due = await payableFor(app, { purpose }).due(trx, accountId, subjectId)
  if (due instanceof Refusal) return due
  const pending = await pendingPayment(trx, accountId, purpose, subjectId)
  if (pending?.provider === 'transfer') return pending
  const own = { id: newId(), idempotency_key: randomUUID(), account_id: accountId, purpose, subject_id: subjectId }
  const row = await insertPayment(trx, { ...own, ...due, provider: 'transfer' })
  return setBegun(trx, row.id, { reference: newReference(), pending: true })
}

/** Why no transfer can be matched to an account, for the cashier; null: it can. */
export async function refusalOfTransfer<T>(db: Kysely<T>, accountId: string): Promise<Refusal | null> {
  const member = await readMemberState(db, accountId)
  if (member?.accountStatus === 'closed')
    return refuse('account-closed', 'This person’s account is closed. Send the money back.')
  if (member?.emailConfirmed === true) return null
  const message = 'This person hasn’t confirmed their email. Match the transfer once they have, or send it back.'
  return refuse('email-not-confirmed', message)
}
