import { sql, type Kysely } from 'kysely'
import type { MyPosition } from '#contract/bidding/my-bids.ts'
import type { TicketStatus } from '#contract/support/support-limits.ts'

/** A lot as it concerns a person. Instants in ms, amounts in minor units. */
export type LotFact = {
  lot_number: number
  title: string
  currency: string
  location: string
  status: string
  auction_kind: string
  closes_at: number | null
  price: number | null
  bid_count: number
  /** Null: neither bid on nor watched. */
  position: MyPosition | null
}

const LOTS = (accountId: string) => sql`
  select l.lot_number, l.title, a.currency, coalesce(nullif(v.facts ->> 'location', ''), a.location) as location,
    coalesce(s.status, 'scheduled') as status, a.kind as auction_kind, s.closes_at_ms as closes_at, s.price, coalesce(s.bid_count, 0) as bid_count,
    case
      when s.leader_id = ${accountId} and s.status in ('scheduled', 'open', 'reserve-not-met') then 'leading'
      when s.leader_id = ${accountId} and s.status = 'sold' then 'won'
      when p.lot_id is not null and s.status in ('scheduled', 'open', 'reserve-not-met') then 'outbid'
      when p.lot_id is not null then 'lost'
      when w.lot_id is not null then 'watching' end as position
  from lot l join auction a on a.id = l.auction_id join vehicle v on v.id = l.vehicle_id left join standing s on s.lot_id = l.id
    left join participation p on p.lot_id = l.id and p.bidder_id = ${accountId}
    left join watch w on w.lot_id = l.id and w.account_id = ${accountId}
  where l.published_at is not null`

export async function lotByNumber<T>(db: Kysely<T>, accountId: string, lotNumber: number): Promise<LotFact | null> {
  if (lotNumber > 2_147_483_647) return null
  const found = await sql<LotFact>`${LOTS(accountId)} and l.lot_number = ${lotNumber}`.execute(db)
  return found.rows[0] ?? null
}

/** Lots that a person bid on or watches: open ones by their end, then the latest ended. */
export async function lotsOfPerson<T>(db: Kysely<T>, accountId: string): Promise<LotFact[]> {
  const found = await sql<LotFact>`
    ${LOTS(accountId)} and (p.lot_id is not null or w.lot_id is not null)
    order by coalesce(s.status, 'scheduled') not in ('scheduled', 'open'),
      case when s.status in ('scheduled', 'open') then s.closes_at_ms else -s.closes_at_ms end nulls last, l.id limit 100`.execute(
    db,
  )
  return found.rows
}

export type OwedFact = {
  number: string
  title: string
  owed: number
  currency: string
  due_on: string
  overdue: boolean
}

/** Invoices with a balance, the earliest due date first. */
export async function openInvoices<T>(db: Kysely<T>, accountId: string): Promise<OwedFact[]> {
  const found = await sql<OwedFact>`
    select number, title, (total - credited - paid)::bigint as owed, currency,
      to_char((due_at at time zone coalesce(document ->> 'timeZone', 'UTC'))::date, 'YYYY-MM-DD') as due_on,
      due_at <= clock_timestamp() as overdue
    from invoice where account_id = ${accountId} and total - credited - paid > 0 order by due_at, id limit 50`.execute(
    db,
  )
  return found.rows
}

/** Whether the invoice of a lot is paid; null: this person has none for it. */
export async function isInvoicePaid<T>(db: Kysely<T>, accountId: string, lotNumber: number): Promise<boolean | null> {
  const found = await sql<{ paid: boolean }>`
    select bool_and(total - credited - paid <= 0) as paid from invoice
    where account_id = ${accountId} and lot_number = ${lotNumber} and state <> 'cancelled'`.execute(db)
  return found.rows[0]?.paid ?? null
}

export type RefundFact = { amount: number; currency: string; state: string }

export async function lastRefund<T>(db: Kysely<T>, accountId: string): Promise<RefundFact | null> {
  const found = await sql<RefundFact>`
    select r.amount, p.currency, r.state from refund r join payment p on p.id = r.payment_id
    where p.account_id = ${accountId} and r.state <> 'cancelled' order by r.id desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

export type TicketFact = { id: string; reference: string; subject: string; status: TicketStatus }

export async function lastTicket<T>(db: Kysely<T>, accountId: string): Promise<TicketFact | null> {
  const found = await sql<TicketFact>`
    select id, reference, subject, status from ticket where account_id = ${accountId} and merged_into is null
    order by moved_at desc limit 1`.execute(db)
  return found.rows[0] ?? null
}
