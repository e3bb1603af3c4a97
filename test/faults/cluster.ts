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

/** A stage's own PostgreSQL: it can be killed as a whole, restarted, copied while stopped, and queried. */
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

  /** The remains of a killed server may hold its shared memory for a moment, so the start is retried. */
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

  /** Like `pg_ctl stop -m immediate`: every connection breaks immediately. */
  async stopAtOnce(): Promise<void> {
    const { pid } = this.#running!
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await wait(10)
  }

  /** Like a power failure: no process of the cluster survives. Killing only the first process would leave the others serving. */
  async kill(): Promise<void> {
    const { pid } = this.#running!
    process.kill(pid, 'SIGSTOP')
    const all = [pid, ...below(pid)]
    for (const each of all) process.kill(each, 'SIGKILL')
    while (all.some(isAlive)) await wait(10)
  }

  /** Copies the files exactly; the cluster must be stopped. */
  copyTo(folder: string): void {
    copyFiles(this.folder, folder)
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return queryAt<Row>(this.#url, text, values)
  }

  /** Adds lines to its configuration, effective from the next start or reload. */
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

async function queryAt<Row extends pg.QueryResultRow>(
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

export type Pair = {
  primary: Cluster
  standby: Cluster
  /** The gate that replication to the standby passes through. */ line: Gate
}

/**
 * Copies a stopped cluster as its standby and starts both. `isSynchronous`: a commit counts once the standby has it on disk;
 * otherwise the standby receives it shortly afterwards.
 */
export async function startPair(primary: Cluster, standbyFolder: string, isSynchronous: boolean): Promise<Pair> {
  primary.copyTo(standbyFolder)
  const standby = new Cluster(standbyFolder)
  await primary.start()
  const line = await openGate()
  line.leadTo(primary.url)
  const password = (await readFile(path.join(primary.folder, 'password'), 'utf8')).trim()
  const connection = `host=127.0.0.1 port=${line.port} user=paddock password=${password} application_name=${STANDBY}`
  await standby.configure([`primary_conninfo = '${connection}'`, `wal_retrieve_retry_interval = '200ms'`])
  await standby.put('standby.signal', '')
  await standby.start()
  await untilStreaming(primary)
  if (isSynchronous) {
    await waitForStandby(primary, STANDBY)
    await untilStreaming(primary, 'sync')
  }
  return { primary, standby, line }
}

/** `name`: the standby that a commit waits for; an empty name: none. */
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

/** Resolves when it accepts writes. */
export async function promote(standby: Cluster): Promise<void> {
  await standby.query('select pg_promote(true, 30)')
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
}
