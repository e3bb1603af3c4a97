import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openHouse } from '#server/open-house.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { House } from '#server/platform/house.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { Remote } from './load/remote.ts'
import type { Memory } from './load/tell-memory.ts'

/** A server in a process of its own that tells how much memory it holds. */
export type FeedServer = { port: number; memory(): Promise<Memory>; stop(): Promise<void> }

/** A durable database, a house on it to prepare and to check, and as many servers as are asked for. */
export type FeedStage = { house: House; start(): Promise<FeedServer>; close(): Promise<void> }

const ROOT = path.resolve(import.meta.dirname, '..')

/** Everything as in production but the demo and the throttle: the database forces every commit to disk. */
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
  const { house, close } = await openHouse(readConfig(env), path.join(ROOT, 'server/migrations'))
  const servers = new Set<FeedServer>()
  return {
    house,
    async start() {
      const server = await startServer(env)
      servers.add(server)
      return server
    },
    async close() {
      await Promise.all([...servers].map((server) => server.stop()))
      await house.bus.close()
      await close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(env: Record<string, string>): Promise<FeedServer> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const remote = new Remote(path.join(ROOT, 'server/main.ts'), {
    execArgv: ['--expose-gc', '--import', path.join(import.meta.dirname, 'load/answer-memory.ts')],
    // Watchers connect to several loopback addresses: one has ports for 28,000 of them.
    env: { ...env, HOST: '0.0.0.0', PORT: String(port) },
  })
  await remote.says('serves http')
  return { port, memory: () => remote.ask<Memory>('memory'), stop: () => remote.stop() }
}
