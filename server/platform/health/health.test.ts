import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'
import { readConfig } from '../config/config.ts'
import { serveHealth } from './health.ts'
import { openHttp } from '../http/http.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

/** What a process says that knows the database by this address. */
async function says(connectionString: string, options = ''): Promise<Record<string, [status: number, body: unknown]>> {
  const pool = new pg.Pool({ connectionString, options })
  const app = openHttp(readConfig({ PADDOCK_KEY: MASTER_KEY.toString('base64') }), pino({ level: 'silent' }))
  await serveHealth(app, pool, { lacks: () => null })
  const ask = async (url: string) => {
    const answer = await app.inject({ url })
    return [answer.statusCode, answer.json()] as [number, unknown]
  }
  const said = { alive: await ask('/healthz'), ready: await ask('/readyz') }
  await app.close()
  await pool.end()
  return said
}

test('a process lives whatever its database does, and may be given bids while it takes changes', async () => {
  expect(await says(database.url)).toEqual({ alive: [200, { status: 'alive' }], ready: [200, { status: 'ready' }] })
  const away = await says('postgres://nobody@127.0.0.1:9/nothing')
  expect(away).toMatchObject({ alive: [200, { status: 'alive' }], ready: [503, { code: 'not-ready' }] })
})

test('a process whose database only lets read is not given bids', async () => {
  const readOnly = await says(database.url, '-c default_transaction_read_only=on')
  expect(readOnly).toMatchObject({
    alive: [200, {}],
    ready: [503, { code: 'not-ready', message: 'The database takes no changes yet.' }],
  })
})
