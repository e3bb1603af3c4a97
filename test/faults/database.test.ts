import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { startPostgres, type EmbeddedPostgres } from '#server/platform/database/postgres.ts'
import { castCrowd } from '#test/cast.ts'
import { openTestServer } from '#test/harness/test-server.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { castLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { openGate, type Gate } from './gate.ts'
import { BiddingCrowd } from './load.ts'

/** How long the database stays away. */
const AWAY_MS = 700

let folder: string
let postgres: EmbeddedPostgres
let gate: Gate
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-fault-'))
  postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
  gate = await openGate()
  gate.leadTo(postgres.url)
})

afterAll(async () => {
  await server?.kill('SIGKILL')
  gate?.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

/** Like an operator's restart: the remains of the killed server may take a moment to end. */
async function startAgain(): Promise<EmbeddedPostgres> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startPostgres({ folder: path.join(folder, 'postgres') })
    } catch (error) {
      if (tries === 10) throw error
      await wait(200)
    }
  }
}

test('a database that dies under load and recovers loses nothing acknowledged, and nobody waits 10 s for an answer', async () => {
  const prepared = await openTestServer({ databaseUrl: postgres.url, listen: false })
  const crowd = await castCrowd(prepared.app.pool, 24)
  const lot = await castLot(prepared.app, { bidUnit: 1, increments: [[0, 1]], openingBid: 1 })
  await prepared.close()
  server = await startServer(gate.url, folder)
  const load = new BiddingCrowd(crowd, lot)
  load.start(server.url)
  // SIGQUIT is `pg_ctl stop -m immediate`: every connection breaks immediately. SIGKILL is the kernel's out-of-memory killer.
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    const before = load.acknowledged
    await expect.poll(() => load.acknowledged, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before + 200)
    process.kill(postgres.pid, name)
    await wait(AWAY_MS)
    postgres = await startAgain()
    gate.leadTo(postgres.url)
    const backAt = performance.now()
    const then = load.acknowledged
    await expect.poll(() => load.acknowledged, { timeout: 10_000, interval: 5 }).toBeGreaterThan(then + 100)
    expect(load.acknowledgedAt.find((at) => at > backAt)! - backAt).toBeLessThan(5000)
  }
  await load.stop()
  await load.settle(server.url)
  expect(load.open).toEqual([])
  expect(load.surprises).toEqual([])
  expect(load.longestWaitMs).toBeLessThan(10_000)
  const database = openDatabase(postgres.url, pino({ level: 'silent' }))
  expect(await brokenInvariants(database.pool, [lot.lotId], load.seen)).toEqual([])
  await database.close()
})
