import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import type { Business } from './business.ts'
import { TERMS } from '#test/many-lots.ts'
import { openFiller } from './grow.ts'

/** Enough to enter the lots before the first is due. */
const AHEAD_MS = 5000
const LATE_MS_MAX = 120_000
const LOOK_EVERY_MS = 1000

/** How late lots close that all end within `withinMs`, evenly: ms after the planned end, p95. Each has a bid and is sold. */
export async function closingMs({ stage, crowd }: Business, lots: number, withinMs: number): Promise<number> {
  const auctionId = crypto.randomUUID()
  const sql = await openFiller(stage.app.databaseUrl)
  try {
    await sql.query(ENTER_AUCTION, [auctionId, JSON.stringify(TERMS)])
    await sql.query(ENTER_LOTS, [auctionId, lots])
    const { id, paddle } = crowd[0]!
    await sql.query(ENTER_STANDINGS, [auctionId, JSON.stringify(TERMS), id, paddle, AHEAD_MS, withinMs / lots])
    for (const until = performance.now() + AHEAD_MS + withinMs + LATE_MS_MAX; ;) {
      const { rows } = await sql.query<{ late: number }>(READ_LATE, [auctionId])
      if (rows.length === lots)
        return quantile(
          rows.map(({ late }) => late),
          0.95,
        )
      if (performance.now() > until) throw new Error(`void: only ${rows.length} of ${lots} lots closed`)
      await wait(LOOK_EVERY_MS)
    }
  } finally {
    await sql.end()
  }
}

const ENTER_AUCTION = `
  insert into auction (id, title, kind, location, currency, opens_at, starts_at, ends_at, terms, published_at)
  values ($1, 'Ending', 'timed', 'Springfield', 'USD', now() - interval '1 day', now(), now() + interval '1 day',
    $2::jsonb || '{"lotEveryMs": 60000}', now() - interval '1 day')`

/** Of vehicles that are there already. */
const ENTER_LOTS = `
  insert into lot (id, auction_id, vehicle_id, position, title, opening_bid, opens_at, due_at, published_at, cost_terms_id)
  select gen_random_uuid(), $1, v.id, row_number() over (), 'Ending', 10000, now(), now(), now(), (select max(id) from cost_terms)
  from (select id from vehicle order by id limit $2) v`

/** Each with one bid, in an intact chain of hashes. */
const ENTER_STANDINGS = `
  with line as (
      select id, position, floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at from lot where auction_id = $1),
    bid as (
      select *, json_build_object('sequence', 1, 'at', at, 'type', 'bid-placed', 'paddle', $4::int, 'kind', 'firm', 'amount', 10000,
        'price', 10000, 'leader', $4::int, 'reason', json_build_object('code', 'first-bid', 'price', 10000))::text as text from line),
    hashed as (select *, sha256(sha256(('lot:' || id)::bytea) || text::bytea) as hash from bid),
    entered as (
      insert into ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id)
      select id, 1, at, 'bid-placed', text, hash, $3::uuid, gen_random_uuid() from hashed),
    taken as (insert into participation (bidder_id, lot_id, first_at_ms) select $3::uuid, id, at from hashed)
  insert into standing (lot_id, auction_id, position, terms, auction_kind, status, opens_at_ms, closes_at_ms, sequence, price, leader_id,
    leader_paddle, floor, bid_count, reserve_met, last_hash)
  select id, $1::uuid, position, $2::jsonb || jsonb_build_object('opensAt', at - 1000, 'scheduledCloseAt', ends), 'timed', 'open', at - 1000,
    ends, 1, 10000, $3::uuid, $4::int, 10000, 1, true, hash
  from hashed, lateral (select (at + $5::float8 + position * $6::float8)::bigint as ends) e`

const READ_LATE = `
  select (l.at_ms - s.closes_at_ms)::float8 as late from standing s join ledger l on l.lot_id = s.lot_id and l.type = 'closed'
  where s.auction_id = $1`
