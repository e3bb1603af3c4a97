import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { LOTS, modelPlace, outcomeOf, PEOPLE, realPlace, type Place } from './conformance.test-support.ts'
import { SCHEMA } from './schema.ts'

/** The simulated database interprets SQL as PostgreSQL does, however a statement is worded. */

let places: { real: Place; model: Place }
let clients: { real: pg.Client; model: pg.Client }

beforeAll(async () => {
  const [real, model] = await Promise.all([realPlace(), modelPlace()])
  places = { real, model }
  clients = {
    real: new pg.Client({ connectionString: real.url }),
    model: new pg.Client({ connectionString: model.url }),
  }
  await Promise.all([clients.real.connect(), clients.model.connect()])
  await inBoth(LEDGER, [LOTS[0], LOTS[1], PEOPLE[0], PEOPLE[1]])
})

afterAll(async () => {
  await Promise.all([clients.real.end(), clients.model.end()])
  await Promise.all([places.real.close(), places.model.close()])
})

const LEDGER = `insert into ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed) values
  ($1, 1, 1000, 'opened', '{"type":"opened"}', '\\x01', null, null, null),
  ($1, 2, 1001, 'bid-placed', '{"amount":500}', '\\x02', $3, $3, '\\x0a'),
  ($1, 3, 1002, 'extended', '{"cause":"outage"}', '\\x03', null, null, null),
  ($2, 1, 1003, 'opened', '{"type":"opened"}', '\\x04', null, null, null),
  ($2, 2, 1004, 'bid-placed', '{"amount":700}', '\\x05', $4, $4, null)`

/** Column types and rows, or the SQLSTATE, of both. */
async function inBoth(text: string, values: unknown[] = []): Promise<{ real: unknown; model: unknown }> {
  const ask = (client: pg.Client) =>
    outcomeOf(
      client
        .query(text, values)
        .then(({ rows, rowCount, fields }) => ({ rows: rows as unknown[], rowCount, types: fields.map(typeOf) })),
    )
  const [real, model] = await Promise.all([ask(clients.real), ask(clients.model)])
  return { real, model }
}

/** By name and type. A literal that the simulated database gave no type is text on its way, as it is in PostgreSQL. */
function typeOf({ name, dataTypeID }: pg.FieldDef): unknown {
  return [name, dataTypeID]
}

test('tables, columns, types and keys are those of PostgreSQL', async () => {
  const { url, drop } = await freshDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [table, { columns, key }] of Object.entries(SCHEMA)) {
    const found = await client.query<{ column_name: string; udt_name: string }>(
      'select column_name, udt_name from information_schema.columns where table_name = $1',
      [table],
    )
    const real = Object.fromEntries(found.rows.map(({ column_name: name, udt_name: type }) => [name, type]))
    expect(real).toMatchObject(columns)
    const keys = await client.query<{ name: string }>(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    )
    expect(keys.rows.map(({ name }) => name).toSorted()).toEqual([...key].toSorted())
  }
  await client.end()
  await drop()
})

describe('one question in several wordings', () => {
  test.each([
    ['a list', 'select lot_id from standing where lot_id = any($1::uuid[]) order by lot_id'],
    ['a list of rows', 'select lot_id from standing where lot_id in (select unnest($1::uuid[])) order by 1'],
    [
      'a join',
      'select s.lot_id from unnest($1::uuid[]) as asked(id) join standing s on s.lot_id = asked.id order by s.lot_id',
    ],
    [
      'a with',
      'with asked as (select unnest($1::uuid[]) as id) select lot_id from standing, asked where id = lot_id order by lot_id',
    ],
    [
      'exists',
      'select lot_id from standing s where exists (select from unnest($1::uuid[]) as u where u = s.lot_id) order by lot_id',
    ],
    [
      'comments and capitals',
      'SELECT lot_id /* which */ FROM standing -- the locked row\nWHERE lot_id = ANY($1::uuid[]) ORDER BY lot_id',
    ],
    ['a lock', 'select lot_id from standing where lot_id = any($1::uuid[]) order by lot_id for update'],
    [
      'a lock by name',
      'select s.lot_id from standing as s where s.lot_id = any($1::uuid[]) order by s.lot_id for no key update of s',
    ],
  ])('%s', async (_, text) => {
    const { real, model } = await inBoth(text, [[LOTS[2], LOTS[0]]])
    expect(model).toEqual(real)
    expect(model).toMatchObject({ rows: [{ lot_id: LOTS[0] }, { lot_id: LOTS[2] }] })
  })
})

test.each([
  "select 1, true, null, 1.5, -2, 'word' as w, (select 3) as three",
  'select count(*), count(price), min(opens_at_ms), max(opens_at_ms), bool_or(reserve_met), bool_and(not reserve_met) from standing',
  "select count(*), max(price), bool_or(reserve_met), json_agg(lot_id) from standing where status = 'sold'",
  'select lot_id, count(*) as lines, max(sequence) from ledger group by lot_id having count(*) > 2 order by lines desc',
  "select position, case when position > 0 then 'later' else 'first' end, case position when 1 then 10 end from standing order by 1",
  'select position from standing where price is null and not (position = 1) and position between 0 and 5 order by position desc',
  'select position from standing where price > 0 or price is distinct from null order by position',
  'select position from standing where price not in (1, 2)',
  'select position from standing where position not in (1, 7) order by position',
  "select position from standing order by status not in ('scheduled'), position limit 2 offset 1",
  'select id, bidding_limit from account order by bidding_limit desc nulls last, id limit 3',
  'select id, bidding_limit from account order by bidding_limit, id desc',
  'select distinct account_status from account order by account_status',
  'select distinct on (lot_id) lot_id, sequence, type from ledger order by lot_id, sequence desc',
  "select s.position, l.text::jsonb ->> 'cause' as cause from standing s left join ledger l on l.lot_id = s.lot_id and l.type = 'extended' order by 1",
  'select s.position, last.type from standing s cross join lateral (select type from ledger l where l.lot_id = s.lot_id order by sequence desc limit 1) last order by 1',
  "select position, (select coalesce(json_agg(l.type order by l.sequence desc), '[]') from ledger l where l.lot_id = standing.lot_id) as lines from standing order by 1",
  'select json_object_agg(lot_id, sequence) as sequences from standing',
  'select lot_id, sequence, 0::bigint as number from ledger union all select lot_id, number, 1 from sealed_ledger order by lot_id, sequence',
  "select account_status from account union select 'active' order by 1",
  'select * from unnest($1::uuid[])',
  'select a.id, b.n from unnest($1::uuid[]) as a(id) left join (values (1), (2)) as b(n) on b.n = 2',
  'select json_agg(each) from (select position, status from standing order by position) each',
  "select json_build_object('lot', position, 'open', status = 'open') as about from standing order by position",
  'select (extract(epoch from to_timestamp(1893664800123 / 1000.0)) * 1000)::bigint as ms, floor(7.9)::bigint as seven, 7 / 2 as three',
  "select clock_timestamp() > now() - 2 * interval '1 minute' as is_now, interval '1 ms' < interval '1 second' as is_less",
  'select greatest_of from (select 5 % 3 as greatest_of) x where coalesce(null, greatest_of) = 2 and true is not false',
  "with a as (select lot_id from ledger where type = 'opened'), b as (select count(*) as n from a) select n from b",
  'select position, sealed is null, last_hash from standing where lot_id = any($1::uuid[]) order by position',
])('%s', async (text) => {
  const values = text.includes('$1') ? [[LOTS[0], LOTS[1]]] : []
  const { real, model } = await inBoth(text, values)
  expect(real).toHaveProperty('rows')
  expect(model).toEqual(real)
})

test('what is inserted and changed is the same, and so are the refusals', async () => {
  const [lot] = LOTS
  const story: [string, unknown[]][] = [
    [
      'insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 5), ($3, $2, 6)',
      [PEOPLE[0], lot, PEOPLE[1]],
    ],
    ['insert into participation (lot_id, bidder_id, first_at_ms) values ($1, $2, 7)', [lot, PEOPLE[0]]],
    [
      'insert into participation (lot_id, bidder_id, first_at_ms) values ($1, $2, 7) on conflict (bidder_id, lot_id) do nothing',
      [lot, PEOPLE[0]],
    ],
    [
      `insert into participation (lot_id, bidder_id, first_at_ms) select $1, unnest($2::uuid[]), 8
       on conflict (bidder_id, lot_id) do update set first_at_ms = excluded.first_at_ms + participation.first_at_ms`,
      [lot, [PEOPLE[0], PEOPLE[2]]],
    ],
    ['update standing set price = 900, leader_id = $1 where lot_id = $2 and price is null', [PEOPLE[0], lot]],
    [
      'update standing as s set bid_count = s.bid_count + v.n from (values (3), (4)) as v(n) where s.lot_id = $1 and v.n = 4',
      [lot],
    ],
    ['insert into purchase_due (lot_id, bidder_id, amount) values ($1, $2, 0)', [lot, PEOPLE[0]]],
  ]
  for (const [text, values] of story) {
    const { real, model } = await inBoth(text, values)
    expect(model, text).toEqual(real)
  }
  const { real, model } = await inBoth(
    'select bidder_id, first_at_ms, price, leader_id, bid_count from participation join standing using_s on using_s.lot_id = participation.lot_id order by first_at_ms',
  )
  expect(model).toEqual(real)
  expect(real).toMatchObject({ rowCount: 3 })
})
