import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { portInUse, postmasterPid, stopLeftover } from './postgres-leftover.ts'
import { findPlace, type Place } from './postgres-place.ts'

/** A running embedded PostgreSQL. `pid`: of the server that was started first. */
export type EmbeddedPostgres = { url: string; pid: number; stop(): Promise<void> }

export type EmbeddedOptions = {
  /** The folder of the cluster; made when missing. */
  folder: string
  /** For tests: nothing is forced to disk, so a crash may lose everything. */
  ephemeral?: boolean
  /** Extra settings of postgresql.conf, such as `{max_connections: '200'}`. */
  settings?: Record<string, string>
  /**
   * If given, a server that exits unexpectedly (killed, out of memory) is restarted at the same address, and this receives its last
   * output. No acknowledged write is lost.
   */
  revived?: (said: string) => void
  /** Uses the database that another process runs on this folder, if there is one; `stop` then leaves it running. */
  joins?: boolean
  /** False simulates a machine that forbids user namespaces; for tests. */
  userNamespace?: boolean
}

const USER = 'paddock'
/** After a crash the write-ahead log is replayed first; a large one takes a while. */
const START_MS_MAX = 120_000

/**
 * Starts the bundled PostgreSQL and creates the cluster on the first start. It never outlives this process: a shell between them watches
 * a pipe, and when the pipe breaks (even by kill -9) the shell stops the database. A database left running on the same folder is stopped
 * first. When started by root, it runs as an unprivileged user, which PostgreSQL requires.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder, ephemeral = false, settings = {}, userNamespace = true, joins = false } = options
  const place = await findPlace(folder, userNamespace)
  const running = joins ? await portInUse(place.cluster) : null
  if (running !== null) return join(place, running)
  await stopLeftover(place.cluster)
  const password = await clusterPassword(place, ephemeral)
  const port = await freePort()
  const url = addressOf(password, port)
  const start = async () => {
    const child = launch(place, configured(place, port, ephemeral, settings))
    try {
      await answers(`${url}/postgres`, child)
      return child
    } catch (error) {
      letGo(child)
      throw error
    }
  }
  const child = await start()
  await ensureDatabase(`${url}/postgres`).catch((error: unknown) => {
    letGo(child)
    throw error
  })
  const pid = await postmasterPid(place.cluster)
  const stopKept = options.revived === undefined ? null : keepAlive(child, place, start, options.revived)
  return { url: `${url}/paddock`, pid, stop: stopKept ?? (() => stop(child, place)) }
}

function addressOf(password: string, port: number): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}`
}

/** The database that another process started and will stop. */
async function join(place: Place, port: number): Promise<EmbeddedPostgres> {
  const password = await storedPassword(place)
  const pid = await postmasterPid(place.cluster)
  return { url: `${addressOf(password, port)}/paddock`, pid, stop: () => Promise.resolve() }
}

const REVIVE_MS_MIN = 100
const REVIVE_MS_MAX = 5000

/** Restarts the server whenever it exits without being stopped. Returns a function that stops it. */
function keepAlive(
  first: Child,
  place: Place,
  start: () => Promise<Child>,
  revived: (said: string) => void,
): () => Promise<void> {
  let child = first
  let isStopping = false
  const keep = async () => {
    for (let pauseMs = REVIVE_MS_MIN; ; pauseMs = Math.min(REVIVE_MS_MAX, 2 * pauseMs)) {
      await child.ended
      if (isStopping) return
      letGo(child)
      try {
        // Processes left by a killed server hold its memory for a moment; a server that only lost its watcher is stopped.
        await stopLeftover(place.cluster)
        const said = child.said()
        child = await start()
        // A stop during the restart stopped the previous process, so this one must be stopped too.
        if (isStopping) return await stop(child, place)
        pauseMs = REVIVE_MS_MIN
        revived(said)
      } catch {
        await wait(pauseMs)
      }
    }
  }
  const kept = keep()
  return async () => {
    isStopping = true
    await stop(child, place)
    await kept
  }
}

/** Readable only by its owner. */
function passwordFile({ folder }: Place): string {
  return path.join(folder, 'password')
}

async function storedPassword(place: Place): Promise<string> {
  return (await readFile(passwordFile(place), 'utf8')).trim()
}

/** The cluster's password; creates the cluster if there is none. */
async function clusterPassword(place: Place, ephemeral: boolean): Promise<string> {
  const { bin, cluster, prefix } = place
  const file = passwordFile(place)
  const isMade = await access(path.join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (isMade) return storedPassword(place)
  // Created next to its final place and renamed when complete: an interrupted first start leaves nothing that looks like a cluster.
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await rm(file, { force: true })
  const password = randomBytes(18).toString('hex')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  if (place.uid !== undefined) await chown(file, place.uid, place.gid ?? place.uid)
  const args = [
    '-D',
    unfinished,
    '-U',
    USER,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-A',
    'scram-sha-256',
    `--pwfile=${file}`,
  ]
  if (ephemeral) args.push('--no-sync')
  const [command, ...rest] = [...prefix, path.join(bin, 'initdb'), ...args]
  const result = spawnSync(command!, rest, { ...identity(place), cwd: '/', encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`Could not create the database: ${result.stderr || result.error?.message}`)
  await rename(unfinished, cluster)
  return password
}

function identity({ uid, gid }: Place): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}

function configured({ cluster }: Place, port: number, ephemeral: boolean, settings: Record<string, string>): string[] {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: ephemeral ? '128MB' : buffersFor(os.totalmem()),
    // Otherwise every statement updates the process title, which no one reads here.
    update_process_title: 'off',
    max_wal_size: '1GB',
    // Log files are reused: while a new one is created (16 MB of zeros), every commit waits.
    min_wal_size: '512MB',
    wal_compression: 'on',
    ...(ephemeral ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...settings,
  }
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const MB = 1024 * 1024

/** A sixteenth of the memory, from 128 MB to 1 GB: pages written by an evening of bids should stay cached until a checkpoint. */
function buffersFor(memoryBytes: number): string {
  return `${Math.min(1024, Math.max(128, Math.floor(memoryBytes / 16 / MB)))}MB`
}

type Child = { process: ChildProcess; said: () => string; ended: Promise<void> }

/** Starts the server behind a shell that watches file descriptor 3: when our end closes, it sends SIGINT (a fast shutdown). */
function launch(place: Place, args: string[]): Child {
  const script = '"$0" "$@" & pid=$!; (read -r _; kill -INT $pid) <&3 & watch=$!; wait $pid; kill $watch'
  const [command, ...rest] = [...place.prefix, '/bin/sh', '-c', script, path.join(place.bin, 'postgres'), ...args]
  const child = spawn(command!, rest, {
    ...identity(place),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.on('error', (error) => (said += error.message))
  return { process: child, said: () => said, ended }
}

function hasEnded({ process: { pid, exitCode, signalCode } }: Child): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

async function answers(url: string, child: Child): Promise<void> {
  const until = Date.now() + START_MS_MAX
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (hasEnded(child) || Date.now() > until) {
        throw new Error(`The database did not start: ${child.said() || (error as Error).message}`, { cause: error })
      }
      await wait(20)
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const known = await client.query(`select 1 from pg_database where datname = 'paddock'`)
    if (known.rowCount === 0) await client.query('create database paddock')
  } finally {
    await client.end()
  }
}

async function stop(child: Child, { cluster }: Place): Promise<void> {
  if (!hasEnded(child)) {
    await postmasterPid(cluster)
      .then((pid) => process.kill(pid, 'SIGINT'))
      .catch(() => letGo(child))
    await child.ended
  }
  letGo(child)
}

/** Closes our ends of the pipes: the watching shell stops what still runs, and this process can exit. */
function letGo(child: Child): void {
  for (const stream of child.process.stdio) stream?.destroy()
}

/** A port below the range from which the kernel takes ports for clients. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + (randomBytes(2).readUInt16BE() % 12_000)
    const free = await new Promise<boolean>((resolve) => {
      const probe = net.createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
}
