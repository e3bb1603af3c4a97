import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openApp, type RunningServer } from '#server/app.ts'
import { openPlatform } from '#server/open-platform.ts'
import { readConfig, type Config } from '#server/platform/config/config.ts'
import type { App } from '#server/platform/app.ts'
import { runJob } from '#server/platform/job.ts'
import { ROOT } from '#server/platform/root.ts'
import { freshDatabase } from './database.ts'
import { MASTER_KEY } from './master-key.ts'

export type TestServer = {
  app: App
  running: RunningServer
  url: string
  /** Connects as the owner of the tables, for what the application's role may not do. */
  ownerUrl: string
  /** Runs statements as the owner of the tables. */
  asOwner<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Sends JSON with a bearer token and reads JSON back. */
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>
  /** Runs a job now, and its clock doesn't meanwhile. With the role `api` alone, no clock and no outbox runs by itself at all. */
  runJob(name: string): Promise<void>
  close(): Promise<void>
}

export type Reply = { status: number; headers: Headers; body: unknown }

export type AppOptions = {
  /** The database of another process, for several servers on one database. */
  databaseUrl?: string
  config?: Partial<Config>
  masterKey?: Buffer
  /** False: no server listens and no clock runs; for tests of single parts. */
  listen?: boolean
  /** True: also serves the built client (`npm test` builds it before). */
  client?: boolean
  /** Receives the log line by line; `config.logLevel` sets its level. */
  logTo?: { write(line: string): void }
}

/** A whole server on a real database, listening on a free port, with the given configuration. Close it in `afterAll`. */
export async function openTestServer(options: AppOptions = {}): Promise<TestServer> {
  const fresh = options.databaseUrl === undefined ? await freshDatabase() : null
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-data-'))
  const databaseUrl = options.databaseUrl ?? fresh!.url
  const base = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', PADDOCK_DEMO: '0' })
  const config: Config = { ...base, masterKey: options.masterKey ?? MASTER_KEY, bidsPerSecond: 0, ...options.config }
  const { app, ownerUrl, close } = await openPlatform(config, path.join(ROOT, 'server/migrations'), options.logTo)
  const running = await openApp(app, options.client === true ? path.join(ROOT, 'dist/web') : null)
  const url = options.listen === false ? '' : `http://127.0.0.1:${await running.listen(0, '127.0.0.1')}`
  return {
    app,
    running,
    url,
    ownerUrl,
    asOwner: (statement, values) => runAt(ownerUrl, statement, values),
    call: (method, at, { token, body, headers = {} } = {}) => call(url + at, method, token, body, headers),
    runJob: (name) => runJob(app, name),
    async close() {
      await running.stop()
      await close()
      await fresh?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function runAt<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set role none')
    // Without values, one query may contain several statements.
    return (await (values.length === 0 ? client.query<Row>(statement) : client.query<Row>(statement, values))).rows
  } finally {
    await client.end()
  }
}

async function call(
  url: string,
  method: string,
  token: string | undefined,
  body: unknown,
  more: Record<string, string>,
): Promise<Reply> {
  const headers = new Headers(more)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  }
}
