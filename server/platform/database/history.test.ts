import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson } from '#test/cast.ts'
import { emptyDatabase, freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { ROOT } from '../root.ts'
import { grantAccess } from './access.ts'

/** History, which must not be rewritten. */
const HISTORY = [
  'attempt',
  'audit',
  'audit_chain',
  'auction_message',
  'content_cancellation',
  'content_version',
  'cost_terms',
  'credit_grant_use',
  'credit_note',
  'invoice_event',
  'ledger',
  'money_entry',
  'money_transfer',
  'payment_event',
  'payout',
  'risk_case',
  'risk_dismissal',
  'sealed_ledger',
  'seller_entry',
  'seller_statement',
  'seller_statement_entry',
  'ticket_message',
  'vehicle_correction',
  'vehicle_event',
]
/** Their state changes, but no row is ever deleted. */
const NEVER_DELETED = [
  'account_strike',
  'credit_grant',
  'dispute',
  'halt',
  'invoice',
  'payment',
  'payout_batch',
  'refund',
]
/**
 * Insert-only but not history: rows deleted with a person or a notice, rows that can be undone, rows derived from the ledger, pictures of
 * the brand, which their versions of the settings name, and sums that a trigger changes.
 */
const FORGOTTEN = [
  'account_note',
  'answer_use',
  'bank_line_use',
  'app_secret',
  'brand_picture',
  'ended_lots',
  'participation',
  'risk_scan',
  'ticket_text',
]

/** Files being imported: `server/platform/import` changes the tables of all kinds. The parts are of the previous release. */
const IMPORTED = ['bank_import', 'bank_import_part', 'bank_import_row']

let server: TestServer
let owner: pg.Client

beforeAll(async () => {
  server = await openTestServer()
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await server.close()
})

const columnOf = async (table: string) =>
  (
    await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = ''
         and attidentity = '' order by attnum limit 1`,
      [table],
    )
  ).rows[0]!.name

test('the application runs under a role that is not a superuser and owns no table', async () => {
  const { rows } = await server.app.pool.query<{ me: string; isSuper: boolean; owned: number }>(
    `select current_user as me, rolsuper as "isSuper",
       (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`,
  )
  expect(rows[0]).toMatchObject({ isSuper: false, owned: 0 })
  expect(rows[0]!.me).toMatch(/_app$/)
})

test('so do the bidding lanes', async () => {
  const dana = await castPerson(server.app.pool, { name: 'Dana' })
  const { lotId } = await castLot(server.app)
  const bid = (amount: number) => {
    return sendBid(server, dana, { lotId }, 'firm', amount)
  }
  expect((await bid(10_000)).status).toBe(200)
  await server.asOwner('revoke insert on ledger from paddock_app')
  expect((await bid(20_000)).status).toBeGreaterThanOrEqual(500)
  await server.asOwner('grant insert on ledger to paddock_app')
  await expect.poll(async () => (await bid(30_000)).status).toBe(200)
})

describe.each(HISTORY)('%s is append-only:', (table) => {
  const statements = async () => [
    `update ${table} set ${await columnOf(table)} = ${await columnOf(table)}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]

  test('the application may not update, delete or truncate it', async () => {
    for (const statement of await statements())
      await expect(server.app.pool.query(statement), statement).rejects.toThrow('permission denied')
  })

  test('and a trigger refuses the same for its owner', async () => {
    for (const statement of await statements())
      await expect(owner.query(statement), statement).rejects.toThrow('is history')
  })

  test('no trigger of it fires before an insert commits', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and (tgtype & 4) > 0
         and not tginitdeferred`,
      [table],
    )
    expect(rows).toEqual([])
  })
})

describe.each(NEVER_DELETED)('no row of %s can be deleted:', (table) => {
  test('neither the application nor the owner can delete or truncate it', async () => {
    for (const statement of [`delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(server.app.pool.query(statement), statement).rejects.toThrow('permission denied')
      await expect(owner.query(statement), statement).rejects.toThrow('is history')
    }
  })
})

test('no trigger fires on what a bid inserts', async () => {
  const { rows } = await owner.query(
    `select tgrelid::regclass as table from pg_trigger where not tgisinternal and (tgtype & 4) > 0
       and tgrelid = any (array['ledger', 'sealed_ledger', 'attempt', 'standing', 'participation', 'outbox']::regclass[])`,
  )
  expect(rows).toEqual([])
})

test('every table and sequence has its grants, none may be truncated, and migrations are only read', async () => {
  const { rows } = await owner.query<{ name: string; reads: boolean; truncates: boolean; inserts: boolean }>(
    `select c.relname as name, has_table_privilege('paddock_app', c.oid, 'select') as reads,
       has_table_privilege('paddock_app', c.oid, 'insert') as inserts,
       has_table_privilege('paddock_app', c.oid, 'truncate') as truncates
     from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(rows.filter((row) => !row.reads || row.truncates)).toEqual([])
  expect(rows.filter((row) => !row.inserts).map((row) => row.name)).toEqual(['migration'])
  const sequences = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace
       and case when relkind = 'S' then not has_sequence_privilege('paddock_app', oid, 'usage') else false end`,
  )
  expect(sequences.rows).toEqual([])
})

test('a table that only grows is history: it is protected, or listed here as an exception', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and exists (select 1 from pg_trigger where tgrelid = c.oid and tgname = 'history_stays') order by 1`,
  )
  expect(rows.map((row) => row.name)).toEqual([...HISTORY, ...NEVER_DELETED].toSorted())
  const known = new Set([...HISTORY, ...NEVER_DELETED, ...FORGOTTEN, ...IMPORTED, 'migration'])
  const text = await serverSources()
  const all = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const grows = all.rows.map(({ name }) => name).filter((name) => !known.has(name) && !changes(text, name))
  expect(grows).toEqual([])
})

/** Whether a statement of the server changes or removes rows of the table. */
function changes(text: string, table: string): boolean {
  const direct = new RegExp(`(update|delete from|updateTable\\('|deleteFrom\\(')\\s*${table}\\b`)
  const upsert = new RegExp(`insert into ${table}\\b[^\`]{0,900}do update`)
  return direct.test(text) || upsert.test(text) || new RegExp(`'${table}'`).test(text)
}

test('a table added by a later version gets its grants at the next start', async () => {
  await owner.query('create table of_a_later_version (id integer)')
  await owner.query(`create table later_history (id integer)`)
  await owner.query(
    `create trigger history_stays before update or delete or truncate on later_history execute function keep_history()`,
  )
  await expect(server.app.pool.query('select 1 from of_a_later_version')).rejects.toThrow('permission denied')
  const next = await openTestServer({ databaseUrl: server.ownerUrl, listen: false })
  await next.app.pool.query('insert into of_a_later_version values (1)')
  await next.app.pool.query('delete from of_a_later_version')
  await next.app.pool.query('insert into later_history values (1)')
  await expect(next.app.pool.query('delete from later_history')).rejects.toThrow('permission denied')
  await next.close()
})

describe('with a separate login for the application', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  const url = (user: string) => Object.assign(new URL(fresh.url), { username: user, password: 'a-long-one' }).href

  beforeAll(async () => {
    fresh = await freshDatabase()
    for (const login of ['paddock_strict', 'paddock_not_super', 'paddock_powerless'])
      await owner
        .query(`create role ${login} login password 'a-long-one' ${login.endsWith('super') ? 'createrole' : ''}`)
        .catch(() => undefined)
  })

  afterAll(() => fresh.drop())

  test('DATABASE_OWNER_URL migrates, and DATABASE_URL works with the same limits', async () => {
    const strict = await openTestServer({
      databaseUrl: url('paddock_strict'),
      config: { databaseOwnerUrl: fresh.url },
      listen: false,
    })
    const { rows } = await strict.app.pool.query<{ me: string }>('select session_user as me')
    expect(rows).toEqual([{ me: 'paddock_strict' }])
    await castPerson(strict.app.pool, { name: 'Dana' })
    await expect(strict.app.pool.query('delete from ledger')).rejects.toThrow('permission denied')
    await strict.close()
  })

  test('an owner login used for both is refused: history would not be protected from it', async () => {
    const twice = openTestServer({ databaseUrl: fresh.url, config: { databaseOwnerUrl: fresh.url }, listen: false })
    await expect(twice).rejects.toThrow(/DATABASE_URL.*can change history/s)
  })

  test('an owner who is not a superuser creates the role, as on a managed database', async () => {
    const empty = await emptyDatabase()
    const managed = Object.assign(new URL(empty.url), { username: 'paddock_not_super', password: 'a-long-one' }).href
    await owner.query(`alter database ${new URL(empty.url).pathname.slice(1)} owner to paddock_not_super`)
    const place = await openTestServer({ databaseUrl: managed, listen: false })
    const { rows } = await place.app.pool.query<{ me: string }>('select current_user as me')
    expect(rows).toEqual([{ me: 'paddock_not_super_app' }])
    await castPerson(place.app.pool, { name: 'Dana' })
    await expect(place.app.pool.query('truncate audit')).rejects.toThrow('permission denied')
    await place.close()
    await empty.drop()
  })

  test('an owner who may not create roles learns what an administrator has to run', async () => {
    const empty = await emptyDatabase()
    await owner.query(`alter database ${new URL(empty.url).pathname.slice(1)} owner to paddock_powerless`)
    const powerless = Object.assign(new URL(empty.url), { username: 'paddock_powerless', password: 'a-long-one' }).href
    await expect(grantAccess(powerless, null)).rejects.toThrow(/create role "paddock_powerless_app"/)
    await empty.drop()
  })
})

async function serverSources(): Promise<string> {
  const names = (await readdir(`${ROOT}/server`, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test'),
  )
  return (await Promise.all(names.map((name) => readFile(`${ROOT}/server/${name}`, 'utf8')))).join('\n')
}
