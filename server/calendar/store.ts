import { sql, type Kysely } from 'kysely'
import type { Terms } from '#engine'

/** A lot that a person follows, or that was requested by id. Instants in ms. */
export type FollowedLot = {
  lot_id: string
  lot_number: number
  title: string
  make: string
  auction_id: string
  auction_title: string
  location: string
  auction_kind: 'timed' | 'live'
  status: 'scheduled' | 'open' | 'sold' | 'reserve-not-met' | 'passed' | 'withdrawn'
  starts_at: number
  due_at: number
  closes_at_ms: number | null
  terms: Pick<Terms, 'scheduledCloseAt' | 'extensionMs' | 'liveStartMs'>
  has_bid: boolean
  lots_ahead: number
  on_block_closes_at_ms: number | null
}

/** The most lots in a feed, so that a calendar program can read it in one request. */
const LOTS_MAX = 500
/** How long ended lots stay in a feed, in days. */
const DAYS_KEPT = 30

/** Lots a person bids on or watches that are open, scheduled, or ended lately; the soonest first. */
export function lotsFollowedBy<T>(db: Kysely<T>, accountId: string): Promise<FollowedLot[]> {
  const mine = sql`
    select lot_id, bool_or(has_bid) as has_bid from (
      select lot_id, true as has_bid from participation where bidder_id = ${accountId}
      union all
      select lot_id, false from watch where account_id = ${accountId}) as each_way
    group by lot_id`
  return findLots(db, mine)
}

/** The same for one published lot, for anyone. */
export async function lotByItself<T>(db: Kysely<T>, lotId: string): Promise<FollowedLot | undefined> {
  const [lot] = await findLots(db, sql`select ${lotId}::uuid as lot_id, false as has_bid`)
  return lot
}

async function findLots<T>(db: Kysely<T>, mine: ReturnType<typeof sql>): Promise<FollowedLot[]> {
  const found = await sql<FollowedLot>`
    with mine as (${mine}),
    chosen as (
      select m.lot_id, m.has_bid, s.auction_id, s.auction_kind, s.status, s.closes_at_ms, s.terms
      from mine m join standing s on s.lot_id = m.lot_id join lot l on l.id = m.lot_id
      where s.status in ('scheduled', 'open')
        or coalesce(l.closed_at, l.due_at) > clock_timestamp() - make_interval(days => ${DAYS_KEPT})
      order by s.status not in ('scheduled', 'open'), l.due_at, l.id limit ${LOTS_MAX}),
    run_list as (
      select lot_id, max(closes_at_ms) filter (where status = 'open') over (partition by auction_id) as on_block,
        count(*) filter (where status = 'scheduled') over (
          partition by auction_id order by position rows between unbounded preceding and 1 preceding) as ahead
      from standing where auction_id in (
        select auction_id from chosen where auction_kind = 'live' and status in ('scheduled', 'open')))
    select c.lot_id, l.lot_number, l.title, v.make, c.auction_id, a.title as auction_title, a.location, c.auction_kind,
      c.status, a.starts_at, l.due_at, c.closes_at_ms, c.terms, c.has_bid, coalesce(r.ahead, 0) as lots_ahead,
      r.on_block as on_block_closes_at_ms
    from chosen c join lot l on l.id = c.lot_id join vehicle v on v.id = l.vehicle_id
      join auction a on a.id = c.auction_id left join run_list r on r.lot_id = c.lot_id
    order by l.due_at, l.id`.execute(db)
  return found.rows
}

export type DelayRow = { make: string | null; median_ms: number; high_ms: number; samples: number }

/** How far timed lots ran past their plan, by make and (make null) for all. From the latest 5000 within half a year. */
export async function delaysByMake<T>(db: Kysely<T>): Promise<DelayRow[]> {
  const found = await sql<DelayRow>`
    with ended as (
      select vehicle_id, extract(epoch from closed_at - scheduled_close_at) * 1000 as delay from lot
      where closed_at > statement_timestamp() - interval '180 days' and closed_at >= scheduled_close_at
      order by closed_at desc limit 5000)
    select v.make, percentile_cont(0.5) within group (order by delay) as median_ms,
      percentile_cont(0.9) within group (order by delay) as high_ms, count(*)::integer as samples
    from ended e join vehicle v on v.id = e.vehicle_id
    group by grouping sets ((v.make), ())`.execute(db)
  return found.rows
}

export type PaceRow = { auction_id: string | null; lot_ms: number; samples: number }

/** Median time between two closes of live auctions, by auction and (auction null) for all. From the latest 2000 lots in half a year. */
export async function pacesByAuction<T>(db: Kysely<T>): Promise<PaceRow[]> {
  const found = await sql<PaceRow>`
    with ended as (
      select l.auction_id, l.closed_at from lot l join auction a on a.id = l.auction_id and a.kind = 'live'
      where l.closed_at > statement_timestamp() - interval '180 days' order by l.closed_at desc limit 2000),
    gaps as (
      select auction_id, extract(epoch from closed_at - lag(closed_at)
        over (partition by auction_id order by closed_at)) * 1000 as gap from ended)
    select auction_id, percentile_cont(0.5) within group (order by gap) as lot_ms, count(*)::integer as samples
    from gaps where gap is not null group by grouping sets ((auction_id), ())`.execute(db)
  return found.rows
}

/** The makes of the published lots of each auction, in alphabetical order. */
export async function makesOfAuctions<T>(db: Kysely<T>, auctionIds: string[]): Promise<Map<string, string[]>> {
  const found = await sql<{ auction_id: string; makes: string[] }>`
    select l.auction_id, array_agg(distinct v.make order by v.make) as makes
    from lot l join vehicle v on v.id = l.vehicle_id
    where l.auction_id = any(${auctionIds}::uuid[]) and l.published_at is not null
    group by l.auction_id`.execute(db)
  return new Map(found.rows.map((row) => [row.auction_id, row.makes]))
}
