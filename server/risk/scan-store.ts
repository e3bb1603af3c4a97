import { sql, type Kysely } from 'kysely'
import type { Signal } from '#contract/risk/signals.ts'
import type { Past } from './behavior.ts'

export type ScannedLot = {
  id: string
  /** The seller, else the account that the lot names instead of one. */
  seller: string
  consignor_id: string | null
  /** The account that may not bid on the lot; null: its seller has none. */
  seller_id: string | null
  reserve: number | null
  guide_high: number | null
  opening_bid: number
  closed_at: number
  winner_id: string | null
  /** What is usual in its auction. */
  usual_bids: number
  usual_opening: number
}

/** An end may be recorded so much later than it was. Without a bound, all lots that ever ended would be looked through each time. */
const RECORDED_WITHIN = sql`interval '30 days'`
const HAS_SELLER = sql`(l.consignor_id is not null or l.seller_id is not null)`

/** Lots with a seller that ended and were not looked at yet, the oldest first. */
export async function lotsToScan<T>(db: Kysely<T>, limit: number): Promise<ScannedLot[]> {
  const found = await sql<ScannedLot>`
    with last_scanned as (
      select l.closed_at from lot l
      where l.closed_at is not null and ${HAS_SELLER} and exists (select 1 from risk_scan r where r.lot_id = l.id)
      order by l.closed_at desc limit 1),
    due as (
      select l.* from lot l
      where l.closed_at >= coalesce((select closed_at - ${RECORDED_WITHIN} from last_scanned), '-infinity') and ${HAS_SELLER}
        and not exists (select 1 from risk_scan r where r.lot_id = l.id)
      order by l.closed_at, l.id limit ${limit}),
    usual as materialized (
      select * from (select distinct auction_id from due) auction cross join lateral (
        select avg(bid_count)::float8 as bids, avg((terms ->> 'openingBid')::bigint)::float8 as opening
        from standing where auction_id = auction.auction_id) lots)
    select l.id, coalesce(l.consignor_id, l.seller_id) as seller, l.consignor_id, l.seller_id, l.reserve, l.guide_high, l.opening_bid, l.closed_at,
      case when s.status = 'sold' then s.leader_id end as winner_id,
      usual.bids as usual_bids, usual.opening as usual_opening
    from due l join usual on usual.auction_id = l.auction_id join standing s on s.lot_id = l.id
    order by l.closed_at, l.id`.execute(db)
  return found.rows
}

export type BidRow = { lot_id: string; bidder_id: string; at: number; price: number }

/** When bidding on these lots began, and their bids in order. A bid's price is public once the lot is over. */
export async function bidsOn<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<BidRow[]> {
  const found = await sql<BidRow>`
    select lot_id, bidder_id, at_ms as at, (text::jsonb ->> 'price')::bigint as price from ledger
    where lot_id = any(${lotIds}::uuid[]) and type in ('bid-placed', 'bought-now') and bidder_id is not null
    order by lot_id, sequence`.execute(db)
  return found.rows
}

export async function openingsOf<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<Map<string, number>> {
  const found = await sql<{ lot_id: string; at: number }>`
    select lot_id, at_ms as at from ledger where lot_id = any(${lotIds}::uuid[]) and sequence = 1`.execute(db)
  return new Map(found.rows.map(({ lot_id: lotId, at }) => [lotId, at]))
}

/** Maximums that their bidders lowered or withdrew. */
export async function retractionsOn<T>(
  db: Kysely<T>,
  lotIds: readonly string[],
): Promise<{ lot_id: string; bidder_id: string; at: number }[]> {
  const found = await sql<{ lot_id: string; bidder_id: string; at: number }>`
    select lot_id, bidder_id, at_ms as at from (
      select lot_id, bidder_id, at_ms, text from sealed_ledger where lot_id = any(${lotIds}::uuid[])
      union all
      select lot_id, bidder_id, at_ms, text from ledger
      where lot_id = any(${lotIds}::uuid[]) and type = 'maximum-changed') changed
    where text::jsonb ->> 'change' in ('lowered', 'withdrawn') and bidder_id is not null`.execute(db)
  return found.rows
}

export type Pair = readonly [bidderId: string, sellerId: string]

/** What each bidder did on all lots of the last year, and on those of the seller ({@link ScannedLot.seller}), in the order of the pairs. */
export async function pastOf<T>(db: Kysely<T>, pairs: readonly Pair[]): Promise<Past[]> {
  const found = await sql<Past>`
    select count(s.lot_id)::int as lots, (count(*) filter (where s.status = 'sold' and s.leader_id = pair.bidder))::int as wins,
      (count(*) filter (where coalesce(l.consignor_id, l.seller_id) = pair.seller))::int as "ofSeller",
      (count(*) filter (where coalesce(l.consignor_id, l.seller_id) = pair.seller and s.status = 'sold' and s.leader_id = pair.bidder))::int as "winsOfSeller"
    from unnest(${pairs.map(([bidder]) => bidder)}::uuid[], ${pairs.map(([, seller]) => seller)}::uuid[])
      with ordinality as pair (bidder, seller, n)
    left join participation p on p.bidder_id = pair.bidder
      and p.first_at_ms > floor(extract(epoch from clock_timestamp() - interval '1 year') * 1000)
    left join standing s on s.lot_id = p.lot_id left join lot l on l.id = p.lot_id
    group by pair.n order by pair.n`.execute(db)
  return found.rows
}

export type NewCase = {
  id: string
  lotId: string
  bidderId: string
  consignorId: string | null
  /** The account of the seller. */
  sellerId: string | null
  score: number
  signals: Signal[]
}

/** Two processes may look at the same lots: what the first found stays. */
export async function storeScan<T>(
  trx: Kysely<T>,
  lotIds: readonly string[],
  cases: readonly NewCase[],
): Promise<void> {
  await sql`
    insert into risk_scan (lot_id) select * from unnest(${lotIds}::uuid[]) on conflict do nothing`.execute(trx)
  await sql`
    insert into risk_case (id, lot_id, bidder_id, consignor_id, seller_id, score, signals)
    select (c ->> 'id')::uuid, (c ->> 'lotId')::uuid, (c ->> 'bidderId')::uuid, (c ->> 'consignorId')::uuid,
      (c ->> 'sellerId')::uuid, (c ->> 'score')::smallint, c -> 'signals' from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) c
    on conflict (lot_id, bidder_id) do nothing`.execute(trx)
}
