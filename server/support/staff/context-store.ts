import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { StaffThread } from '#contract/support/support-staff.ts'
import type { TicketRow } from '../store.ts'

/** What is shown next to a thread: the person, and the lot and the invoice it is about. */
type Context = Pick<StaffThread, 'person' | 'lot' | 'invoice' | 'others' | 'staff' | 'merged' | 'mergedInto'>

export async function contextOf<T>(db: Kysely<T>, ticket: TicketRow): Promise<Context> {
  const [person, lot, invoice, others, staff, merged, into] = await Promise.all([
    one<NonNullable<Context['person']>, T>(
      db,
      sql`select a.id as "accountId", a.name, a.paddle, a.account_status as "accountStatus", a.has_paid_membership_fee as "hasPaid",
        a.verification_status = 'verified' as "isVerified", a.bidding_limit as "biddingLimit", a.created_at as "memberSince",
        (select count(*) from invoice i where i.account_id = a.id and i.total - i.credited - i.paid > 0)::int as "openInvoices"
        from account a where a.id = ${ticket.account_id}::uuid`,
    ),
    one<NonNullable<Context['lot']>, T>(
      db,
      sql`select l.id as "lotId", l.lot_number as "lotNumber", l.title, coalesce(s.status, 'planned') as status,
        s.closes_at_ms as "closesAt" from lot l left join standing s on s.lot_id = l.id where l.id = ${ticket.lot_id}::uuid`,
    ),
    one<NonNullable<Context['invoice']>, T>(
      db,
      sql`select id as "invoiceId", number, state, total - credited - paid as owed, currency from invoice
        where id = ${ticket.invoice_id}::uuid`,
    ),
    othersOf(db, ticket),
    staffOf(db),
    sql<{ reference: string }>`
      select reference from ticket where merged_into = ${ticket.id} order by opened_at`.execute(db),
    one<NonNullable<Context['mergedInto']>, T>(
      db,
      sql`select id, reference from ticket where id = ${ticket.merged_into}::uuid`,
    ),
  ])
  return {
    person,
    lot,
    invoice,
    others,
    staff,
    merged: merged.rows.map(({ reference }) => reference),
    mergedInto: into,
  }
}

async function one<Row, T>(db: Kysely<T>, query: RawBuilder<unknown>): Promise<Row | null> {
  return ((await query.execute(db)).rows[0] as Row | undefined) ?? null
}

/** Other threads of the same person, the last ones first. */
async function othersOf<T>(db: Kysely<T>, { id, account_id, email }: TicketRow): Promise<Context['others']> {
  if (email === '' && account_id === null) return []
  const found = await sql<Context['others'][number]>`
    select id, reference, subject, status from ticket
    where id <> ${id} and merged_into is null
      and (account_id = ${account_id}::uuid or (${account_id}::uuid is null and email = ${email}))
    order by moved_at desc limit 10`.execute(db)
  return found.rows
}

/** Possible assignees of a ticket. */
async function staffOf<T>(db: Kysely<T>): Promise<Context['staff']> {
  const found = await sql<Context['staff'][number]>`
    select id, name, role from account where role <> 'member' and account_status = 'active' order by lower(name), id`.execute(
    db,
  )
  return found.rows
}

export async function isStaff<T>(db: Kysely<T>, accountId: string): Promise<boolean> {
  return (await staffOf(db)).some(({ id }) => id === accountId)
}
