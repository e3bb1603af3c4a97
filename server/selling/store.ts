import { sql, type Kysely } from 'kysely'
import type { SellingLot } from '#contract/selling/selling.ts'

export type SellingRow = Omit<SellingLot, 'heroPhoto'> & { hero: string | null; bidUnit: number }

const IS_OVER = sql<boolean>`(l.closed_at is not null and l.outcome is distinct from 'reserve-not-met')`

/** Nothing of a bidder: no account, no paddle, no maximum. */
const LOT_COLUMNS = sql`l.id as "lotId", l.lot_number as "lotNumber", l.title, v.photos -> 0 ->> 'name' as hero,
  a.title as auction, a.starts_at as "startsAt", a.currency, (a.terms ->> 'bidUnit')::bigint as "bidUnit",
  case when l.closed_at is null then case when l.published_at is null then 'entered' else 'published' end
    when l.outcome = 'reserve-not-met' then 'negotiating' else coalesce(l.outcome, 'passed') end as state,
  coalesce(s.status = 'open', false) as "isOpen", l.opening_bid as "openingBid", l.reserve,
  coalesce(s.reserve_met, false) as "reserveMet",
  coalesce(l.outcome = 'reserve-not-met' and (select g.type = 'countered' from ledger g
    where g.lot_id = l.id and g.type <> 'freed' order by g.sequence desc limit 1), false) as "isCountered", s.price, coalesce(s.bid_count, 0) as "bidCount",
  (select count(*) from lot_viewer w where w.lot_id = l.id)::int as views,
  (select count(*) from watch w where w.lot_id = l.id)::int as watchers, s.closes_at_ms as "closesAt",
  case when l.outcome = 'sold' then not exists (select 1 from invoice i
    where i.lot_id = l.id and i.kind = 'sale' and i.total - i.credited > i.paid) end as "buyerPaid",
  (select sum(e.amount + e.tax)::bigint from seller_entry e where e.lot_id = l.id) as net`
const LOT_FROM = sql.raw(`lot l join auction a on a.id = l.auction_id join vehicle v on v.id = l.vehicle_id
  left join standing s on s.lot_id = l.id`)

export async function lotsOfSeller<T>(
  db: Kysely<T>,
  sellerId: string,
  page: { tab: 'running' | 'over' | null; before: string | null; limit: number },
): Promise<SellingRow[]> {
  const found = await sql<SellingRow>`
    select ${LOT_COLUMNS} from ${LOT_FROM}
    where l.consignor_id = ${sellerId} and (${page.before}::uuid is null or l.id < ${page.before}::uuid)
      and (${page.tab}::text is null or ${IS_OVER} = (${page.tab} = 'over'))
    order by l.id desc limit ${page.limit}`.execute(db)
  return found.rows
}

export async function lotOfSeller<T>(db: Kysely<T>, sellerId: string, lotId: string): Promise<SellingRow | undefined> {
  const found = await sql<SellingRow>`
    select ${LOT_COLUMNS} from ${LOT_FROM} where l.consignor_id = ${sellerId} and l.id = ${lotId}`.execute(db)
  return found.rows[0]
}

export async function countLots<T>(db: Kysely<T>, sellerId: string): Promise<{ running: number; over: number }> {
  const found = await sql<{ running: number; over: number }>`
    select (count(*) filter (where not ${IS_OVER}))::int as running, (count(*) filter (where ${IS_OVER}))::int as over
    from lot l where l.consignor_id = ${sellerId}`.execute(db)
  return found.rows[0]!
}

/** The account of a lot's seller; null: it has no seller, or one without an account. */
export async function sellerAccountOfLot<T>(db: Kysely<T>, lotId: string): Promise<string | null> {
  const found = await sql<{ account_id: string | null }>`
    select s.account_id from lot l join seller s on s.id = l.consignor_id where l.id = ${lotId}`.execute(db)
  return found.rows[0]?.account_id ?? null
}

/** Members who opened lots; an account that no longer exists, and the lot's own seller, don't count. */
export async function insertViewers<T>(
  db: Kysely<T>,
  seen: readonly { lotId: string; accountId: string }[],
): Promise<void> {
  await sql`
    insert into lot_viewer (lot_id, account_id)
    select l.id, a.id from unnest(${seen.map(({ lotId }) => lotId)}::uuid[], ${seen.map(({ accountId }) => accountId)}::uuid[])
      as seen (lot_id, account_id) join lot l on l.id = seen.lot_id join account a on a.id = seen.account_id
    where l.seller_id is distinct from a.id on conflict do nothing`.execute(db)
}

export async function forgetViews<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`delete from lot_viewer where account_id = ${accountId}`.execute(trx)
}

/** The reserves that the member asked for as a seller. */
export async function reservesAskedBy<T>(db: Kysely<T>, accountId: string): Promise<object[]> {
  const found = await sql<object>`
    select l.lot_number as "lotNumber", r.reserve, r.note, r.state, r.made_at as "madeAt", r.reason
    from reserve_request r join seller s on s.id = r.seller_id join lot l on l.id = r.lot_id
    where s.account_id = ${accountId} order by r.made_at`.execute(db)
  return found.rows
}

export async function viewsOf<T>(db: Kysely<T>, accountId: string): Promise<{ lotNumber: number; at: number }[]> {
  const found = await sql<{ lotNumber: number; at: number }>`
    select l.lot_number as "lotNumber", w.first_at as at from lot_viewer w join lot l on l.id = w.lot_id
    where w.account_id = ${accountId} order by w.first_at`.execute(db)
  return found.rows
}
