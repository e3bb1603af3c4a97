import { ENDPOINTS } from '#contract/all.ts'
import { castPerson } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import type { App } from '#server/platform/app.ts'
import type { Outcome, RunOptions } from './figures.ts'
import { asOwner } from './load/as-owner.ts'
import { roundsOf } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'
import { quantile } from './statistics.ts'

const ROWS = 100_000
/** How often a list is read in a round. */
const READS = 50

const ASKED = [
  '/api/admin/accounts?status=suspended',
  '/api/admin/accounts?q=person4711',
  '/api/admin/accounts?sort=name',
  '/api/admin/vehicles?body=pickup',
  '/api/admin/vehicles?q=volvo%20s4711',
  '/api/admin/vehicles?sort=year',
]
const FIRST_PAGES = [
  ...ENDPOINTS.filter(
    ({ method, path, ...endpoint }) => method === 'GET' && 'columns' in endpoint && !path.includes(':'),
  ).map(({ path }) => path),
  '/api/admin/tickets',
]

/** One value for each round. */
type Times = { ours: number[]; byKeys: number[] }

/**
 * B13: the 95th percentile of every admin list over 100,000 people and 100,000 vehicles: its first page, and of people and vehicles a
 * filter, words, another order and a page in the middle; against a request for one's own account and a page of people by their keys, alternated
 * read by read. The worst list counts. Void if a list isn't answered.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const rows = options.smoke ? 2000 : ROWS
  const stage = await openStage()
  try {
    const { token } = await castPerson(stage.app.pool, { name: 'Olga', role: 'owner' })
    await castLot(stage.app)
    await fill(stage.app, rows)
    const room = { stage, token, keys: await someKeys(stage.app) }
    const first = await worstOf(room, FIRST_PAGES, options)
    const asked = await worstOf(room, [...ASKED, ...(await deepPages(stage.app))], options)
    return {
      id: 'B13',
      title: 'admin lists',
      load: `${FIRST_PAGES.length} lists over ${rows.toLocaleString('en-US')} people and as many vehicles, ${READS} reads of each in a round; each read alternates with a request for one’s own account and a page of 50 people by their keys.`,
      figures: [
        figureOf(`first page, p95, worst list (${first.path})`, first.times),
        figureOf(
          `filter, words, order or deep page, p95, worst (${asked.path.replace(/after=.*/, 'after=…')})`,
          asked.times,
        ),
      ],
    }
  } finally {
    await stage.close()
  }
}

function figureOf(what: string, { ours, byKeys }: Times): Outcome['figures'][number] {
  const yardstick = { what: 'a page by keys', values: byKeys }
  return { what, unit: 'ms', better: 'less', ours, yardstick, must: 4, aim: 2 }
}

type Room = { stage: Stage; token: string; keys: string[] }

/** The list with the highest median ratio. */
async function worstOf(
  room: Room,
  paths: readonly string[],
  options: RunOptions,
): Promise<{ path: string; times: Times }> {
  let worst: { path: string; times: Times; ratio: number } | null = null
  for (const path of paths) {
    const times = await timesOf(room, path, roundsOf(options))
    const ratio = quantile(times.ours, 0.5) / quantile(times.byKeys, 0.5)
    console.log(`  ${path.slice(0, 60)}: ${ratio.toFixed(2)} times a page by keys`)
    if (worst === null || ratio > worst.ratio) worst = { path, times, ratio }
  }
  return worst!
}

async function timesOf(room: Room, path: string, rounds: number): Promise<Times> {
  const times: Times = { ours: [], byKeys: [] }
  await read(room, path)
  for (let round = 0; round < rounds; round += 1) {
    const [ours, byKeys]: [number[], number[]] = [[], []]
    for (let count = 0; count < READS; count += 1) {
      ours.push(await msOf(() => read(room, path)))
      byKeys.push(await msOf(() => readByKeys(room)))
    }
    times.ours.push(quantile(ours, 0.95))
    times.byKeys.push(quantile(byKeys, 0.95))
  }
  return times
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function read({ stage, token }: Room, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${stage.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`void: ${path} answered ${response.status}`)
}

async function readByKeys(room: Room): Promise<void> {
  await read(room, '/api/user')
  await room.stage.app.pool.query('select * from account where id = any($1)', [room.keys])
}

async function fill({ pool }: App, rows: number): Promise<void> {
  await asOwner(
    pool,
    `insert into account (id, email, password_hash, name, phone, country, has_paid_membership_fee, verification_status, referral_code,
       terms_version, email_confirmed_at, account_status, created_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'person' || n || '@many.example', '-',
       (array['Ada','Boris','Chidi','Dana','Elif'])[n % 5 + 1] || ' Person' || n, '+1 555 ' || n, 'US', n % 10 > 0,
       case when n % 10 > 1 then 'verified' else 'pending' end, 'R' || n, 'test', now(),
       case when n % 500 = 0 then 'suspended' else 'active' end, now() - n * interval '1 minute'
     from generate_series(1, ${rows}) n`,
  )
  await asOwner(
    pool,
    `insert into vehicle (id, year, make, model, body, vin, stock_number, facts, created_at)
     select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 1995 + n % 30,
       (array['Toyota','Ford','Honda','Volvo'])[n % 4 + 1], 'Model ' || n % 40, (array['sedan','suv','pickup'])[n % 3 + 1],
       'VIN' || lpad(n::text, 14, '0'), 'S' || n, facts, now() - n * interval '1 minute'
     from (select facts from vehicle limit 1) one, generate_series(1, ${rows}) n`,
  )
  // As autovacuum leaves tables of this size a minute after such an import.
  await asOwner(pool, 'vacuum analyze')
}

/** A page in the middle of people by name, and of vehicles: after the sort keys of the row before it. */
async function deepPages({ pool }: App): Promise<string[]> {
  const { rows } = await pool.query<{ path: string; place: string[] }>(
    `(select '/api/admin/accounts?sort=name' as path, array[lower(name), id::text] as place from account order by lower(name), id
       offset (select count(*) / 2 from account) limit 1)
     union all
     (select '/api/admin/vehicles?sort=added&order=down', array[created_at::text, id::text] from vehicle order by created_at desc, id desc
       offset (select count(*) / 2 from vehicle) limit 1)`,
  )
  return rows.map(({ path, place }) => `${path}&after=${Buffer.from(JSON.stringify(place)).toString('base64url')}`)
}

/** Of 50 people, spread over the table. */
async function someKeys({ pool }: App): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from (select id, row_number() over (order by id) as n, count(*) over () as total from account) a
     where n % greatest(total / 50, 1) = 0 limit 50`,
  )
  return rows.map(({ id }) => id)
}
