import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { Refusal } from '#server/platform/problem.ts'
import { payableFor } from '../payable.ts'
import { insertPayment, pendingPayment, setBegun, type PaymentRow } from '../store.ts'
import { newReference } from './reference.ts'

export type Target = Pick<PaymentRow, 'purpose'> & { accountId: string; subjectId?: string | null | undefined }

/** The transfer that waits for this money, or a new one. */
export async function transferFor(
  house: House,
  trx: Kysely<object>,
  { accountId, purpose, subjectId = null }: Target,
): Promise<PaymentRow | Refusal> {
  const due = await payableFor(house, { purpose }).due(trx, accountId, subjectId)
  if (due instanceof Refusal) return due
  const pending = await pendingPayment(trx, accountId, purpose, subjectId)
  if (pending?.provider === 'transfer') return pending
  const own = { id: newId(), idempotency_key: randomUUID(), account_id: accountId, purpose, subject_id: subjectId }
  const row = await insertPayment(trx, { ...own, ...due, provider: 'transfer' })
  return setBegun(trx, row.id, { reference: newReference(), pending: true })
}
