import { sql, type Kysely } from 'kysely'
import type { TicketForm } from '#contract/support/support.ts'

/** As many lots and invoices can be picked, the last ones first. */
const CHOICES_MAX = 50

/** Lots that a person bid on or watches. */
export async function lotsOf<T>(db: Kysely<T>, accountId: string): Promise<TicketForm['lots']> {
  const found = await sql<{ lotNumber: number; title: string }>`
    select l.lot_number as "lotNumber", l.title from lot l
    where l.published_at is not null and l.id in (
      select lot_id from participation where bidder_id = ${accountId}
      union select lot_id from watch where account_id = ${accountId})
    order by l.due_at desc, l.id limit ${CHOICES_MAX}`.execute(db)
  return found.rows
}

export async function invoicesOf<T>(db: Kysely<T>, accountId: string): Promise<TicketForm['invoices']> {
  const found = await sql<TicketForm['invoices'][number]>`
    select id as "invoiceId", number, title, total, currency from invoice where account_id = ${accountId}
    order by id desc limit ${CHOICES_MAX}`.execute(db)
  return found.rows
}

/** The id of a published lot; undefined: there is none with this number. */
export async function lotOfNumber<T>(db: Kysely<T>, lotNumber: number): Promise<string | undefined> {
  if (lotNumber < 1 || lotNumber > 2_147_483_647) return undefined
  const found = await sql<{ id: string }>`
    select id from lot where lot_number = ${lotNumber} and published_at is not null`.execute(db)
  return found.rows[0]?.id
}

export async function invoiceIsOf<T>(db: Kysely<T>, invoiceId: string, accountId: string | null): Promise<boolean> {
  const found = await sql`
    select 1 from invoice where id = ${invoiceId} and account_id = ${accountId}::uuid`.execute(db)
  return found.rows.length > 0
}
