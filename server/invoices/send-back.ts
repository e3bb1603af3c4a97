import { sql, type Kysely } from 'kysely'
import { recordTransfer } from '#server/membership/money-ledger.ts'
import type { House } from '#server/platform/house.ts'
import type { Refusal } from '#server/platform/problem.ts'
import { receivable } from './book.ts'

export type Back = {
  invoiceId: string
  accountId: string
  currency: string
  /** Minor units. */
  amount: number
  reason: string
  actorId: string | null
}

/** Owes money paid for an invoice back to its buyer. */
export async function sendBack(_house: House, trx: Kysely<object>, back: Back): Promise<Refusal | null> {
  await sql`select 1`.execute(trx)
  await recordTransfer(trx, {
    memo: 'Refund',
    currency: back.currency,
    entries: [
      { account: receivable(back.accountId), amount: back.amount },
      { account: `credit:${back.accountId}`, amount: -back.amount },
    ],
  })
  return null
}
