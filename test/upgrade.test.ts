import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { verifyAudit } from '#server/platform/verify-audit.ts'
import { emptyDatabase } from './harness/database.ts'
import { openTestServer, type TestServer } from './harness/test-server.ts'
import { brokenInvariants, type Seen } from './invariants.ts'
import { ADA_MAXIMUM, BORIS_BID, DUMP, DUMP_KEY, TOKENS } from './upgrade/dumped-rows.ts'

/** The rows of each table, by its name. */
type Rows = Record<string, Record<string, unknown>[]>

let database: Awaited<ReturnType<typeof emptyDatabase>>
let dumped: Rows
let upgraded: Rows
let server: TestServer

beforeAll(async () => {
  database = await emptyDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(await readFile(DUMP, 'utf8'))
  await client.query('set search_path to public')
  dumped = await rowsOf(client)
  // Runs the migrations, and nothing that changes rows by the clock.
  const next = await openTestServer({ databaseUrl: database.url, masterKey: DUMP_KEY, listen: false })
  upgraded = await rowsOf(client)
  await next.close()
  await client.end()
  server = await openTestServer({ databaseUrl: database.url, masterKey: DUMP_KEY })
}, 60_000)

afterAll(async () => {
  await server?.close()
  await database?.drop()
})

async function rowsOf(client: pg.Client): Promise<Rows> {
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const rows: Rows = {}
  for (const { name } of tables.rows) {
    const found = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${pg.escapeIdentifier(name)} t order by t::text`,
    )
    rows[name] = found.rows.map(({ row }) => row)
  }
  return rows
}

test('the dump has a row in each of the tables that hold bids, money and people', () => {
  const tables = ['account', 'session', 'auction', 'lot', 'standing', 'ledger', 'attempt', 'watch', 'lot_question']
  tables.push('payment', 'money_entry', 'invoice', 'invoice_event', 'saved_search', 'ticket_message', 'audit_chain')
  tables.push('notification')
  expect(tables.filter((name) => (dumped[name]?.length ?? 0) === 0)).toEqual([])
})

test('a database of the first release runs every migration since', async () => {
  const files = (await readdir(path.join(ROOT, 'server/migrations'))).toSorted()
  expect(upgraded['migration']!.map(({ name }) => String(name)).toSorted()).toEqual(files)
})

test('and keeps every row as it was, apart from columns that were dropped', () => {
  for (const [table, rows] of Object.entries(dumped).filter(([name]) => name !== 'migration')) {
    const columns = new Set(Object.keys(upgraded[table]?.[0] ?? rows[0] ?? {}))
    const kept = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column))))
    expect(upgraded[table], table).toEqual(expect.arrayContaining(kept.map((row) => expect.objectContaining(row))))
  }
})

test('the server of today starts on it', async () => {
  expect(await server.call('GET', '/readyz')).toMatchObject({ status: 200 })
})

test('people stay signed in, and a maximum sealed before still defends its lead', async () => {
  const { pool } = server.app
  const open = await pool.query<{ lot_id: string }>(`select lot_id from standing where status = 'open'`)
  const lotId = open.rows[0]!.lot_id
  const amount = BORIS_BID + (ADA_MAXIMUM - BORIS_BID) / 2
  const body = { bidId: randomUUID(), kind: 'firm', amount }
  const bid = await server.call('POST', `/api/lots/${lotId}/bids`, { token: TOKENS.Boris, body })
  expect(bid.status, JSON.stringify(bid.body)).toBe(200)
  const after = await pool.query<{ name: string; price: number }>(
    'select name, price from standing join account on account.id = leader_id where lot_id = $1',
    [lotId],
  )
  expect(after.rows).toMatchObject([{ name: 'Ada' }])
  expect(after.rows[0]!.price).toBeGreaterThan(amount)
  expect(await brokenInvariants(pool, [lotId], await bidsOn(lotId, amount))).toEqual([])
})

/** The three bids on the lot, the last one of `amount`. */
async function bidsOn(lotId: string, amount: number): Promise<Seen[]> {
  const { rows } = await server.app.pool.query<{ bid_id: string; bidder_id: string }>(
    'select bid_id, bidder_id from attempt where lot_id = $1 order by at_ms',
    [lotId],
  )
  const wanted = [
    { kind: 'maximum', amount: ADA_MAXIMUM },
    { kind: 'firm', amount: BORIS_BID },
    { kind: 'firm', amount },
  ] as const
  expect(rows).toHaveLength(wanted.length)
  return rows.map((row, index) => {
    return { lotId, bidId: row.bid_id, bidderId: row.bidder_id, acknowledged: true, ...wanted[index]! }
  })
}

test('the invoice stays paid, and the books and the audit log stay whole', async () => {
  const { body } = await server.call('GET', '/api/invoices', { token: TOKENS.Boris })
  expect(body).toMatchObject({ items: [{ state: 'paid' }] })
  const books = await server.app.pool.query<{ sum: number }>('select sum(amount)::int as sum from money_entry')
  expect(books.rows).toEqual([{ sum: 0 }])
  expect((await verifyAudit(server.app.pool)).broken).toBeNull()
})
