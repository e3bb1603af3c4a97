import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openPlatform } from '#server/open-platform.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { App } from '#server/platform/app.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { Remote } from './load/remote.ts'
import type { Memory } from './load/report-memory.ts'
import { freePort } from '#test/harness/free-port.ts'

/** A server in its own process that reports its memory use. */
export type FeedServer = { port: number; memory(): Promise<Memory>; stop(): Promise<void> }

/** A durable database, an app on it for setup and checks, and as many servers as requested. */
export type FeedStage = { app: App; start(): Promise<FeedServer>; close(): Promise<void> }

const ROOT = path.resolve(import.meta.dirname, '..')

/** As in production, except for the demo and the throttle: the database forces every commit to disk. */
export async function openFeedStage(): Promise<FeedStage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-bench-'))
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PADDOCK_KEY: randomBytes(32).toString('base64'),
    PADDOCK_DEMO: '0',
    PADDOCK_BIDS_PER_SECOND: '0',
    LOG_LEVEL: 'warn',
  }
  const { app, close } = await openPlatform(readConfig(env), path.join(ROOT, 'server/migrations'))
  const servers = new Set<FeedServer>()
  return {
    app,
    async start() {
      const server = await startServer(env)
      servers.add(server)
      return server
    },
    async close() {
      await Promise.all([...servers].map((server) => server.stop()))
      await app.bus.close()
      await close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(env: Record<string, string>): Promise<FeedServer> {
  const port = await freePort()
  const remote = new Remote(path.join(ROOT, 'server/main.ts'), {
    execArgv: ['--expose-gc', '--import', path.join(import.meta.dirname, 'load/answer-memory.ts')],
    // Watchers connect to several loopback addresses: one has ports for 28,000 of them.
    env: { ...env, HOST: '0.0.0.0', PORT: String(port) },
  })
  await remote.says('is running at http')
  return { port, memory: () => remote.ask<Memory>('memory'), stop: () => remote.stop() }
}
