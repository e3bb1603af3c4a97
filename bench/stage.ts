import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import os from 'node:os'
import path from 'node:path'
import { openPlatform } from '#server/open-platform.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { App } from '#server/platform/app.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { asOwner } from './load/as-owner.ts'
import { freePort } from '#test/harness/free-port.ts'

/** A server in its own process, and an app on the same durable database, for setup and checks. */
export type Stage = {
  app: App
  databaseUrl: string
  port: number
  /**
   * Resolves when the server has been idle for `REST_FOR_MS`, at the latest after `msMax`, and the database has flushed to disk. Bids leave
   * work behind (notices to outbid bidders, changed pages) that must not slow the next measurement.
   */
  settled(msMax: number): Promise<void>
  /** Ends the server and starts it again; resolves once it serves, with the `performance.now()` of its start. */
  restart(): Promise<number>
  close(): Promise<void>
}

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * As in production, except for the demo and the throttle: the database forces every commit to disk. `fill`: fills the tables before the
 * server starts.
 */
export async function openStage(fill: (app: App) => Promise<void> = () => Promise.resolve()): Promise<Stage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-bench-'))
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
  const port = await freePort()
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PORT: String(port),
    PADDOCK_KEY: randomBytes(32).toString('base64'),
    PADDOCK_DEMO: '0',
    PADDOCK_BIDS_PER_SECOND: '0',
    LOG_LEVEL: 'warn',
  }
  const { app, close } = await openPlatform(
    // On this side only failures are logged: connections cut by the ending database are expected. Standard output is for figures.
    readConfig({ ...env, LOG_LEVEL: 'error' }),
    path.join(ROOT, 'server/migrations'),
    process.stderr,
  )
  const end = async () => {
    await app.bus.close()
    await close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  let server = await fill(app)
    .then(() => startServer(env))
    .catch(async (error: unknown) => {
      await end()
      throw error
    })
  return {
    app,
    databaseUrl: postgres.url,
    port,
    async settled(msMax) {
      await rests(server, msMax)
      await asOwner(app.pool, 'checkpoint')
    },
    async restart() {
      await stopServer(server)
      const begun = performance.now()
      server = await startServer(env)
      return begun
    },
    async close() {
      await stopServer(server)
      await end()
    },
  }
}

function startServer(env: Record<string, string>): Promise<ChildProcess> {
  const server = spawn(process.execPath, [path.join(ROOT, 'bench/stage-server.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => chunk.includes('is running at http') && resolve(server))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it served`)))
  })
}

async function stopServer(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

const LOOK_EVERY_MS = 200
/** Timers, the lots' clock and garbage collection continue: this share of a core counts as idle. */
const REST_SHARE = 0.1
/** The mail to those who were outbid starts about two seconds after the last bid; until then the server only looks idle. */
const REST_FOR_MS = 3000

async function rests(server: ChildProcess, msMax: number): Promise<void> {
  const until = performance.now() + msMax
  let idleMs = 0
  for (let used = await usedMs(server); idleMs < REST_FOR_MS && performance.now() < until;) {
    await wait(LOOK_EVERY_MS)
    const now = await usedMs(server)
    idleMs = now - used < REST_SHARE * LOOK_EVERY_MS ? idleMs + LOOK_EVERY_MS : 0
    used = now
  }
}

/** A tick of the clock in which Linux counts processor time. */
const TICK_MS = 10
/** Positions of the times in user and system mode, counted after the name, which may contain spaces. */
const [USER, SYSTEM] = [11, 12]

/** Processor time the server has used so far, in ms; always 0 if the system doesn't report it. */
async function usedMs({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER] ?? 0) + Number(fields[SYSTEM] ?? 0)) * TICK_MS
}
