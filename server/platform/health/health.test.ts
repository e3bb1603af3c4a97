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

/** The health answer of a process that uses this database URL. */
async function says(connectionString: string, options = ''): Promise<Record<string, [status: number, body: unknown]>> {
  const pool = new pg.Pool({ connectionString, options })
  const http = openHttp(readConfig({ PADDOCK_KEY: MASTER_KEY.toString('base64') }), pino({ level: 'silent' }))
  await serveHealth(http, pool, { lacks: () => null })
  const ask = async (url: string) => {
    const answer = await http.inject({ url })
    return [answer.statusCode, answer.json()] as [number, unknown]
  }
  const said = { alive: await ask('/healthz'), ready: await ask('/readyz') }
  await http.close()
  await pool.end()
  return said
}

test('a process is live whatever its database does, and ready while the database accepts changes', async () => {
  expect(await says(database.url)).toEqual({ alive: [200, { status: 'alive' }], ready: [200, { status: 'ready' }] })
  const away = await says('postgres://nobody@127.0.0.1:9/nothing')
  expect(away).toMatchObject({ alive: [200, { status: 'alive' }], ready: [503, { code: 'not-ready' }] })
})

test('a process whose database is read-only is not ready', async () => {
  const readOnly = await says(database.url, '-c default_transaction_read_only=on')
  expect(readOnly).toMatchObject({
    alive: [200, {}],
    ready: [503, { code: 'not-ready', message: 'The database is read-only.' }],
  })
})
