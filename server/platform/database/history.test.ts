import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { emptyDatabase, freshDatabase } from '#test/harness/database.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { ROOT } from '../root.ts'
import { grantAccess } from './access.ts'

/** What happened and may not be rewritten. */
const HISTORY = [
  'attempt',
  'audit',
  'audit_chain',
  'cost_terms',
  'credit_note',
  'invoice_event',
  'ledger',
  'money_entry',
  'money_transfer',
  'payment_event',
  'sealed_ledger',
  'vehicle_correction',
]
/** Their state moves on, and no row of them goes. */
const NEVER_DELETED = ['dispute', 'halt', 'invoice', 'payment', 'refund']
/** Only ever grow and are still no history: what goes with a person or a notice, what can be undone, and what follows from the ledger. */
const FORGOTTEN = ['account_note', 'answer_use', 'bank_line_use', 'house_secret', 'participation']

let house: TestHouse
let owner: pg.Client

beforeAll(async () => {
  house = await openHouse()
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await house.close()
})

const columnOf = async (table: string) =>
  (
    await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = ''
         and attidentity = '' order by attnum limit 1`,
      [table],
    )
  ).rows[0]!.name

test('the application works under a role that is no superuser and owns no table', async () => {
  const { rows } = await house.house.pool.query<{ me: string; isSuper: boolean; owned: number }>(
    `select current_user as me, rolsuper as "isSuper",
       (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`,
  )
  expect(rows[0]).toMatchObject({ isSuper: false, owned: 0 })
  expect(rows[0]!.me).toMatch(/_app$/)
})

test('so do the lanes that take bids', async () => {
  const dana = await castPerson(house.house.pool, { name: 'Dana' })
  const { lotId } = await castLot(house.house)
  const bid = (amount: number) => {
    const body = { bidId: randomUUID(), kind: 'firm', amount }
    return house.call('POST', `/api/lots/${lotId}/bids`, { token: dana.token, body })
  }
  expect((await bid(10_000)).status).toBe(200)
  await house.asOwner('revoke insert on ledger from paddock_app')
  expect((await bid(20_000)).status).toBeGreaterThanOrEqual(500)
  await house.asOwner('grant insert on ledger to paddock_app')
  await expect.poll(async () => (await bid(30_000)).status).toBe(200)
})

describe.each(HISTORY)('%s is append-only:', (table) => {
  const statements = async () => [
    `update ${table} set ${await columnOf(table)} = ${await columnOf(table)}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]

  test('the application may neither update, delete nor truncate it', async () => {
    for (const statement of await statements())
      await expect(house.house.pool.query(statement), statement).rejects.toThrow('permission denied')
  })

  test('and a trigger refuses its owner the same', async () => {
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

describe.each(NEVER_DELETED)('no row of %s goes:', (table) => {
  test('neither the application nor the owner deletes or truncates it', async () => {
    for (const statement of [`delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(house.house.pool.query(statement), statement).rejects.toThrow('permission denied')
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

test('a table that only ever grows is history: it is protected, or said here not to be', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and exists (select 1 from pg_trigger where tgrelid = c.oid and tgname = 'history_stays') order by 1`,
  )
  expect(rows.map((row) => row.name)).toEqual([...HISTORY, ...NEVER_DELETED].toSorted())
  const known = new Set([...HISTORY, ...NEVER_DELETED, ...FORGOTTEN, 'migration'])
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

test('a table that a later version adds gets its grants at the next start', async () => {
  await owner.query('create table of_a_later_version (id integer)')
  await owner.query(`create table later_history (id integer)`)
  await owner.query(
    `create trigger history_stays before update or delete or truncate on later_history execute function keep_history()`,
  )
  await expect(house.house.pool.query('select 1 from of_a_later_version')).rejects.toThrow('permission denied')
  const next = await openHouse({ databaseUrl: house.ownerUrl, listen: false })
  await next.house.pool.query('insert into of_a_later_version values (1)')
  await next.house.pool.query('delete from of_a_later_version')
  await next.house.pool.query('insert into later_history values (1)')
  await expect(next.house.pool.query('delete from later_history')).rejects.toThrow('permission denied')
  await next.close()
})

describe('with a login of its own for the application', () => {
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
    const strict = await openHouse({
      databaseUrl: url('paddock_strict'),
      config: { databaseOwnerUrl: fresh.url },
      listen: false,
    })
    const { rows } = await strict.house.pool.query<{ me: string }>('select session_user as me')
    expect(rows).toEqual([{ me: 'paddock_strict' }])
    await castPerson(strict.house.pool, { name: 'Dana' })
    await expect(strict.house.pool.query('delete from ledger')).rejects.toThrow('permission denied')
    await strict.close()
  })

  test('an owner named twice is refused: history would not be safe from it', async () => {
    const twice = openHouse({ databaseUrl: fresh.url, config: { databaseOwnerUrl: fresh.url }, listen: false })
    await expect(twice).rejects.toThrow(/DATABASE_URL.*can change history/s)
  })

  test('an owner who is no superuser makes the role, as on a managed database', async () => {
    const empty = await emptyDatabase()
    const managed = Object.assign(new URL(empty.url), { username: 'paddock_not_super', password: 'a-long-one' }).href
    await owner.query(`alter database ${new URL(empty.url).pathname.slice(1)} owner to paddock_not_super`)
    const place = await openHouse({ databaseUrl: managed, listen: false })
    const { rows } = await place.house.pool.query<{ me: string }>('select current_user as me')
    expect(rows).toEqual([{ me: 'paddock_not_super_app' }])
    await castPerson(place.house.pool, { name: 'Dana' })
    await expect(place.house.pool.query('truncate audit')).rejects.toThrow('permission denied')
    await place.close()
    await empty.drop()
  })

  test('an owner who may not make roles is told what an administrator has to run', async () => {
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
