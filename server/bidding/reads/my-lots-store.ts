import { sql, type Kysely } from 'kysely'
import { NOW_MS } from '#server/platform/database/database-clock.ts'
import type { MyPosition } from '#contract/bidding/my-bids.ts'
import { STANDING_COLUMNS, type StandingRow } from '../present.ts'

const S_COLUMNS = sql.raw(
  STANDING_COLUMNS.split(',')
    .map((column) => `s.${column.trim()}`)
    .join(', '),
)
/** Later than every end, in ms: sorts lots without an end after those that have one. */
const NO_END_MS = 9_000_000_000_000_000

/** A person's lots with their position on each. Same rules as `positionOf`; a test compares the two. */
const mine = (accountId: string) => sql`
  with each_way as (
    select lot_id, true as has_bid from participation where bidder_id = ${accountId}
    union all
    select lot_id, false from watch where account_id = ${accountId}),
  mine as (select lot_id, bool_or(has_bid) as has_bid from each_way group by lot_id),
  placed as (
    select s.lot_id,
      case
        when s.leader_id = ${accountId} and s.status in ('scheduled', 'open', 'reserve-not-met') then 'leading'
        when s.leader_id = ${accountId} and s.status = 'sold' then 'won'
        when not m.has_bid then 'watching'
        when s.status in ('scheduled', 'open', 'reserve-not-met') then 'outbid'
        else 'lost' end as position,
      (s.status not in ('scheduled', 'open'))::int as is_over,
      case
        when s.status in ('scheduled', 'open') then coalesce(s.closes_at_ms, ${NO_END_MS})
        else -coalesce(s.closes_at_ms, 0) end as turn
    from mine m join standing s on s.lot_id = m.lot_id)`

export type MyLotRow = StandingRow & {
  lot_number: number
  title: string
  hero: string | null
  currency: string
  position_of_mine: MyPosition
  is_over: number
  turn: number
  now: number
}

/** The position a page starts after: that lot. */
export type Mark = { isOver: number; turn: number; lotId: string }

/** Lots a person bids on or watches: open ones first, soonest end first; then the latest ended. `position` null for all. */
export async function findMyLots<T>(
  db: Kysely<T>,
  accountId: string,
  { position, after, limit }: { position: MyPosition | null; after: Mark | null; limit: number },
): Promise<MyLotRow[]> {
  const from =
    after === null
      ? sql``
      : sql`and (p.is_over, p.turn, p.lot_id) > (${after.isOver}::int, ${after.turn}::bigint, ${after.lotId}::uuid)`
  const found = await sql<MyLotRow>`
    ${mine(accountId)}
    select ${S_COLUMNS}, p.position as position_of_mine, p.is_over, p.turn, ${NOW_MS} as now,
      l.lot_number, l.title, v.photos -> 0 ->> 'name' as hero, a.currency
    from placed p join standing s on s.lot_id = p.lot_id join lot l on l.id = p.lot_id
      join vehicle v on v.id = l.vehicle_id join auction a on a.id = l.auction_id
    where (${position}::text is null or p.position = ${position}) ${from}
    order by p.is_over, p.turn, p.lot_id
    limit ${limit}`.execute(db)
  return found.rows
}

/** The number of lots in each position. */
export async function countMyLots<T>(db: Kysely<T>, accountId: string): Promise<Map<MyPosition, number>> {
  const found = await sql<{ position: MyPosition; count: number }>`
    ${mine(accountId)} select position, count(*)::int as count from placed group by position`.execute(db)
  return new Map(found.rows.map(({ position, count }) => [position, count]))
}
