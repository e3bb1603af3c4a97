import { spawnSync } from 'node:child_process'
import { appendFile, chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres, type EmbeddedPostgres } from '#server/platform/database/postgres.ts'
import { openGate, type Gate } from './gate.ts'
import { below, isAlive } from './process-tree.ts'

const STANDBY = 'standby'
const START_TRIES = 25

/** One PostgreSQL of the stage's own: it can be killed as a whole, started again, copied while it stands still, and asked. */
export class Cluster {
  readonly folder: string
  #settings: Record<string, string>
  #running: EmbeddedPostgres | null = null
  #url = ''

  /** `folder` holds `cluster` and `password`, as {@link startPostgres} makes them. */
  constructor(folder: string, settings: Record<string, string> = {}) {
    this.folder = folder
    this.#settings = settings
  }

  /** The address of the database at the last start. */
  get url(): string {
    return this.#url
  }

  get files(): string {
    return path.join(this.folder, 'cluster')
  }

  /** What is left of a killed one may hold its memory for a moment: then it is tried again. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#running = await startPostgres({ folder: this.folder, settings: this.#settings })
        this.#url = this.#running.url
        return
      } catch (error) {
        if (tries === START_TRIES) throw error
        await wait(200)
      }
    }
  }

  async stop(): Promise<void> {
    if (this.#running !== null && isAlive(this.#running.pid)) await this.#running.stop()
    this.#running = null
  }

  get isAlive(): boolean {
    return this.#running !== null && isAlive(this.#running.pid)
  }

  /** As `pg_ctl stop -m immediate`: every connection breaks where it is. */
  async stopAtOnce(): Promise<void> {
    const { pid } = this.#running!
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await wait(10)
  }

  /** As when the machine loses its power: nothing of it runs on. Killing its first process alone would leave the others serving. */
  async kill(): Promise<void> {
    const { pid } = this.#running!
    process.kill(pid, 'SIGSTOP')
    const all = [pid, ...below(pid)]
    for (const each of all) process.kill(each, 'SIGKILL')
    while (all.some(isAlive)) await wait(10)
  }

  /** A copy of the files, faithful to the last bit; this one stands still. */
  copyTo(folder: string): void {
    copyFiles(this.folder, folder)
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return queryAt<Row>(this.#url, text, values)
  }

  /** Adds lines to its configuration; it counts from the next start or reload. */
  async configure(lines: string[]): Promise<void> {
    await appendFile(path.join(this.files, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  }

  /** Puts a file beside the data that PostgreSQL can read. */
  async put(name: string, text: string): Promise<void> {
    const file = path.join(this.files, name)
    await writeFile(file, text, { mode: 0o600 })
    const { uid, gid } = await stat(path.join(this.files, 'PG_VERSION'))
    await chown(file, uid, gid)
  }
}

export function copyFiles(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the files could not be copied: ${stderr}`)
}

export async function queryAt<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'faults', connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export type Pair = { primary: Cluster; standby: Cluster; /** What the standby hears comes through here. */ line: Gate }

/**
 * Makes a copy of a stopped cluster its standby and starts both. `isSynchronous`: a commit counts once the standby has it on disk;
 * else it is told soon.
 */
export async function startPair(primary: Cluster, standbyFolder: string, isSynchronous: boolean): Promise<Pair> {
  primary.copyTo(standbyFolder)
  const standby = new Cluster(standbyFolder)
  await primary.start()
  const line = await openGate()
  line.leadTo(primary.url)
  const password = (await readFile(path.join(primary.folder, 'password'), 'utf8')).trim()
  const told = `host=127.0.0.1 port=${line.port} user=paddock password=${password} application_name=${STANDBY}`
  await standby.configure([`primary_conninfo = '${told}'`, `wal_retrieve_retry_interval = '200ms'`])
  await standby.put('standby.signal', '')
  await standby.start()
  await untilStreaming(primary)
  if (isSynchronous) {
    await waitForStandby(primary, STANDBY)
    await untilStreaming(primary, 'sync')
  }
  return { primary, standby, line }
}

/** Whose word a commit waits for; an empty name: nobody's. */
export async function waitForStandby(primary: Cluster, name: string): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${name}'`)
  await primary.query('select pg_reload_conf()')
}

export async function untilStreaming(primary: Cluster, state: 'sync' | 'async' = 'async'): Promise<void> {
  const until = performance.now() + 20_000
  for (;;) {
    const rows = await primary.query<{ sync_state: string; state: string }>('select * from pg_stat_replication')
    if (rows.some((row) => row.state === 'streaming' && (state === 'async' || row.sync_state === state))) return
    if (performance.now() > until) throw new Error('the standby does not follow the primary')
    await wait(50)
  }
}

/** Resolves when it takes changes. */
export async function promote(standby: Cluster): Promise<void> {
  await standby.query('select pg_promote(true, 30)')
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
}
