import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '#test/contract/requests.ts'
import { emptyDatabase } from '#test/harness/database.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { freePort } from '#test/harness/free-port.ts'

/** Two processes that take requests and two background workers, started at the same moment on an empty database. */

let database: Awaited<ReturnType<typeof emptyDatabase>>
let pool: pg.Pool
let dataDir: string
let apis: ServerProcess[]
let worker: ServerProcess
let quietWorker: ServerProcess

beforeAll(async () => {
  database = await emptyDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-roles-'))
  const start = (role: string, PORT: string) => startServer(database.url, dataDir, { PORT }, [`--roles=${role}`])
  const started = await Promise.all([
    start('api', String(await freePort())),
    start('api', String(await freePort())),
    start('worker', String(await freePort())),
    start('worker', ''),
  ])
  apis = started.slice(0, 2)
  worker = started[2]!
  quietWorker = started[3]!
  // Whole servers take their time to start on a busy machine.
}, 120_000)

afterAll(async () => {
  await Promise.all([...apis, worker, quietWorker].map((server) => server.kill('SIGKILL')))
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('however many start at once, the database is migrated once', async () => {
  const files = (await readdir(path.join(import.meta.dirname, 'migrations'))).filter((name) => name.endsWith('.sql'))
  const { rows } = await pool.query<{ name: string }>('select name from migration order by name')
  expect(rows.map((row) => row.name)).toEqual(files.toSorted())
  for (const { url } of apis) expect((await send(`${url}/readyz`, {})).json).toEqual({ status: 'ready' })
})

test('a worker serves its health where PORT is set, and nothing else', async () => {
  expect((await send(`${worker.url}/healthz`, {})).json).toEqual({ status: 'alive' })
  expect((await send(`${worker.url}/readyz`, {})).json).toEqual({ status: 'ready' })
  for (const at of ['/', '/api/user', '/api/openapi.json', '/metrics']) {
    const answer = await send(worker.url + at, {})
    expect([answer.status, answer.json]).toEqual([404, expect.objectContaining({ code: 'not-found' })])
  }
})

test('work requested in one process is done by a worker: the email to a new member', async () => {
  const email = 'ada@demo.paddock.example'
  const body = { email, password: 'a saddle for the road', name: 'Ada', phone: '+1 555 0100', country: 'US' }
  const answer = await send(`${apis[0]!.url}/api/register`, {
    method: 'POST',
    body: JSON.stringify({ ...body, acceptTerms: true }),
  })
  expect(answer.status).toBeLessThan(300)
  const mails = () => readdir(path.join(dataDir, 'mail')).catch(() => [])
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBeGreaterThan(0)
})

test('only processes that take bids count as running for outages', async () => {
  const { rows } = await pool.query<{ runs: number }>('select count(*)::int as runs from server_run')
  expect(rows[0]?.runs).toBe(apis.length)
})

test('a worker that is asked to stop shuts down cleanly, even without a listener', async () => {
  await Promise.all([worker.kill('SIGTERM'), quietWorker.kill('SIGTERM')])
  expect([worker.process.exitCode, quietWorker.process.exitCode]).toEqual([0, 0])
  await expect(fetch(`${worker.url}/healthz`)).rejects.toThrow('fetch failed')
})
