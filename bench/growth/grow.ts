import pg from 'pg'
import { chain, chainStart } from '#server/bidding/ledger-line.ts'
import type { CastMember } from '#test/cast.ts'
import { FACTS } from '#test/inventory.ts'
import { TERMS } from '#test/many-lots.ts'

/** What a business has after some years. `onOffer`: of `lots`, those that take bids; all others are past. */
export type Size = { lots: number; onOffer: number; people: number; bids: number }

/** A connection as the owner of the tables, whose statements may take any time and aren't forced to disk one by one. */
export async function openFiller(databaseUrl: string): Promise<pg.Client> {
  const sql = new pg.Client({ connectionString: databaseUrl })
  await sql.connect()
  await sql.query(
    `set role none; set paddock.history = 'demo'; set synchronous_commit = off; set maintenance_work_mem = '256MB'`,
  )
  return sql
}

const LOTS_AN_AUCTION = 500
const DAY_S = 86_400
/** Past auctions are spread over three years. */
const PAST_S = 3 * 365 * DAY_S

/**
 * Fills the tables of an empty business to this size: people, auctions with a vehicle for each lot, and of past lots how they ended,
 * four in five sold and paid for, all under the same costs. Lots are numbered from the oldest, so the last are those on offer.
 */
export async function grow(sql: pg.Client, { lots, onOffer, people }: Size, costTermsId: number): Promise<void> {
  const past = lots - onOffer
  await sql.query(
    `insert into account (id, email, password_hash, name, phone, country, has_paid_membership_fee, verification_status, referral_code,
       terms_version, email_confirmed_at, account_status, created_at)
     select ${idOf('8000', 'n')}, 'person' || n || '@many.example', '-',
       (array['Ada','Boris','Chidi','Dana','Elif'])[n % 5 + 1] || ' Person' || n, '+1 555 ' || n, 'US', n % 10 > 0,
       case when n % 10 > 1 then 'verified' else 'pending' end, 'R' || n, 'test', now(),
       case when n % 500 = 0 then 'suspended' else 'active' end, now() - n * interval '1 minute'
     from generate_series(1, ${people}) n`,
  )
  await sql.query(
    `insert into auction (id, title, kind, location, currency, opens_at, starts_at, ends_at, ended_at, terms, published_at, lot_count, created_at)
     select ${idOf('9000', 'n')}, 'Auction ' || n, 'timed', 'Springfield', 'USD', ends - interval '7 days', ends, ends,
       case when is_past then ends end, $1, ends - interval '8 days', ${LOTS_AN_AUCTION}, ends - interval '9 days'
     from generate_series(0, ${Math.ceil(lots / LOTS_AN_AUCTION) - 1}) n,
       lateral (select n < ${past / LOTS_AN_AUCTION} as is_past) b,
       lateral (select case when is_past then now() - (${PAST_S}::float8 * (1 - n::float8 / ${past / LOTS_AN_AUCTION}) + 3600) * interval '1 s'
         else now() + interval '3 days' end as ends) e`,
    [JSON.stringify({ ...TERMS, lotEveryMs: 60_000 })],
  )
  await sql.query(
    `insert into vehicle (id, year, make, model, body, vin, stock_number, facts, photos, created_at)
     select ${idOf('a000', 'n')}, 1995 + n % 30,
       (array['Toyota','Ford','Honda','Volvo','Chevrolet','Nissan','Kia','Audi'])[n % 8 + 1],
       (array['Civic','Focus','Corolla','Golf','Rogue','Malibu','Outback','Legacy','Tucson','Rio'])[n % 10 + 1] || ' ' || n % 4,
       (array['sedan','suv','pickup'])[n % 3 + 1], 'VIN' || lpad(n::text, 14, '0'), 'S' || n,
       $1::jsonb || jsonb_build_object('colour', (array['grey','white','blue','red'])[n % 4 + 1],
         'odometer', jsonb_build_object('value', n::bigint * 7919 % 200000, 'unit', 'mi', 'status', 'actual')),
       jsonb_build_array(jsonb_build_object('name', md5(n::text), 'view', 'hero', 'width', 1200, 'height', 800)),
       now() - (${lots} - n) * interval '1 minute'
     from generate_series(0, ${lots - 1}) n`,
    [JSON.stringify(FACTS)],
  )
  await sql.query(
    `insert into lot (id, lot_number, auction_id, vehicle_id, position, title, seller_id, opening_bid, opens_at, scheduled_close_at, due_at, published_at,
       closed_at, outcome, created_at, cost_terms_id)
     select ${idOf('b000', 'n')}, 100000 + n, a.id, v.id, n % ${LOTS_AN_AUCTION} + 1,
       v.year || ' ' || v.make || ' ' || v.model, case when n % 2 = 0 then ${idOf('8000', `n % ${people} + 1`)} end,
       10000, a.opens_at, a.ends_at, a.ends_at, a.published_at, a.ended_at,
       case when a.ended_at is not null then case when n % 5 = 0 then 'passed' else 'sold' end end, a.created_at, ${costTermsId}
     from generate_series(0, ${lots - 1}) n join auction a on a.id = ${idOf('9000', `n / ${LOTS_AN_AUCTION}`)}
       join vehicle v on v.id = ${idOf('a000', 'n')}`,
  )
  await sql.query(
    `insert into standing (lot_id, auction_id, position, seller_id, terms, auction_kind, status, opens_at_ms, closes_at_ms, sequence, price,
       leader_id, leader_paddle, bid_count, last_hash)
     select l.id, l.auction_id, l.position, l.seller_id, $1::jsonb || jsonb_build_object('opensAt', opens, 'scheduledCloseAt', ends), 'timed',
       coalesce(l.outcome, 'open'), opens, ends,
       case when l.outcome is null then 0 when l.outcome = 'sold' then 4 else 2 end,
       case when l.outcome = 'sold' then 10000 + n % 5000 * 100 end, buyer.id, buyer.paddle, case when l.outcome = 'sold' then 2 else 0 end,
       sha256(('lot:' || l.id)::bytea)
     from lot l,
       lateral (select l.lot_number - 100000 as n, floor(extract(epoch from l.opens_at) * 1000)::bigint as opens,
         floor(extract(epoch from l.due_at) * 1000)::bigint as ends) t
       left join lateral (select id, paddle from account where l.outcome = 'sold' and id = ${idOf('8000', `t.n * 7 % ${people} + 1`)}) buyer on true
     where l.lot_number >= 100000`,
    [JSON.stringify(TERMS)],
  )
  await enterPast(sql)
}

/** What past lots left behind: a short ledger, their buyer's bid and invoice, and that they were looked at for unusual bids. */
async function enterPast(sql: pg.Client): Promise<void> {
  await sql.query(
    `insert into ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id)
     select s.lot_id, n, s.closes_at_ms - 1000 * (s.sequence - n), case when n = 1 then 'opened' when n = s.sequence then 'closed' else 'bid-placed' end,
       '{"sequence":' || n || ',"price":' || coalesce(s.price, 0) || ',"closesAt":' || s.closes_at_ms || '}', s.last_hash, s.leader_id
     from standing s, generate_series(1, s.sequence) n where s.sequence > 0 and s.status in ('sold', 'passed')`,
  )
  await sql.query(
    `insert into participation (bidder_id, lot_id, first_at_ms) select leader_id, lot_id, closes_at_ms - 3000 from standing where status = 'sold'`,
  )
  await sql.query(
    `insert into invoice (id, number, kind, account_id, lot_id, lot_number, title, currency, state, lines, net, tax, total, paid, document,
       issued_at, due_at, collected_at)
     select ${idOf('c000', 'l.lot_number')}, 'INV-' || l.lot_number, 'sale', s.leader_id, l.id, l.lot_number, l.title, 'USD', 'paid', '[]',
       s.price, 0, s.price, s.price, '{}', l.closed_at, l.closed_at + interval '7 days', l.closed_at + interval '9 days'
     from lot l join standing s on s.lot_id = l.id where s.status = 'sold'`,
  )
  await sql.query(`insert into risk_scan (lot_id) select id from lot where closed_at is not null`)
  // Lots were summed as they were entered, when they had no price yet.
  await sql.query(
    `update ended_lots e set hammer = sold.hammer
     from (
       select l.auction_id, date_bin('15 minutes', l.closed_at, 'epoch') as at, sum(s.price) as hammer
       from lot l join standing s on s.lot_id = l.id where l.outcome = 'sold' group by 1, 2) sold
     where e.auction_id = sold.auction_id and e.at = sold.at`,
  )
}

/** Ids that rise with `n`, an SQL expression, as the app's do. */
function idOf(kind: string, n: string): string {
  return `('01900000-0000-7000-${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

const BIDS_AT_ONCE = 20_000
const FIRST_BID = 100

/**
 * Bids of the crowd in turn on a lot without any, the first of 100 and each by one minor unit above the one before, in an intact chain
 * of hashes.
 */
export async function bidOn(
  sql: pg.Client,
  { lotId, crowd, bids }: { lotId: string; crowd: readonly CastMember[]; bids: number },
): Promise<void> {
  const at = Date.now()
  let last = chainStart(lotId)
  for (let from = 0; from < bids; from += BIDS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(BIDS_AT_ONCE, bids - from) }, (_, index) => {
      const text = lineOf(from + index, at, crowd)
      last = chain(last, text)
      return { n: from + index + 1, text, hash: last.toString('hex'), bidder: crowd[(from + index) % crowd.length]!.id }
    })
    await sql.query(
      `with bid as (select (r ->> 'n')::bigint as n, r ->> 'text' as text, decode(r ->> 'hash', 'hex') as hash,
           (r ->> 'bidder')::uuid as bidder, ${idOf('d000', "(r ->> 'n')::bigint")} as id
         from jsonb_array_elements($2::jsonb) r),
       entered as (insert into ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id)
         select $1::uuid, n, $3::bigint, 'bid-placed', text, hash, bidder, id from bid)
       insert into attempt (bid_id, lot_id, bidder_id, fingerprint, at_ms, outcome, answer)
       select id, $1::uuid, bidder, 'firm', $3::bigint, 'accepted', text from bid`,
      [lotId, JSON.stringify(rows), at],
    )
  }
  const leader = crowd[(bids - 1) % crowd.length]!
  await sql.query(
    `update standing set status = 'open', sequence = $2::bigint, bid_count = $2::bigint, price = $3::bigint, floor = $3::bigint,
       leader_id = $4, leader_paddle = $5, last_hash = $6
     where lot_id = $1`,
    [lotId, bids, FIRST_BID + bids - 1, leader.id, leader.paddle, last],
  )
  await sql.query(
    'insert into participation (bidder_id, lot_id, first_at_ms) select id, $1::uuid, $3::bigint from unnest($2::uuid[]) id',
    [lotId, crowd.slice(0, bids).map(({ id }) => id), at],
  )
}

function lineOf(turn: number, at: number, crowd: readonly CastMember[]): string {
  const { paddle } = crowd[turn % crowd.length]!
  const price = FIRST_BID + turn
  const from = crowd[(turn + crowd.length - 1) % crowd.length]!.paddle
  const reason = turn === 0 ? { code: 'first-bid', price } : { code: 'took-the-lead', from, price, increment: 1 }
  const line = { sequence: turn + 1, at, type: 'bid-placed', paddle, kind: 'firm', amount: price, price }
  return JSON.stringify({ ...line, leader: paddle, reason })
}
