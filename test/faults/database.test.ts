import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { startPostgres, type EmbeddedPostgres } from '#server/platform/postgres.ts'
import { castCrowd } from '#test/cast.ts'
import { openHouse } from '#test/harness/house.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { castLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
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
  gate.leadTo(postgres)
})

afterAll(async () => {
  await server?.kill('SIGKILL')
  gate?.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

type Gate = { url: string; leadTo(to: EmbeddedPostgres): void; close(): void }

/** An address that stays while the database behind it comes back at another port. When the one side breaks, so does the other. */
async function openGate(): Promise<Gate> {
  let target = new URL('postgres://nowhere')
  const held = new Set<net.Socket>()
  const listener = net.createServer((client) => {
    const database = net.connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      held.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        held.delete(socket)
        other.destroy()
      })
    }
    client.pipe(database).pipe(client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as net.AddressInfo
  const at = () => Object.assign(new URL(target), { port: String(port) }).href
  return {
    get url() {
      return at()
    },
    leadTo(to) {
      target = new URL(to.url)
    },
    close() {
      listener.close()
      for (const socket of held) socket.destroy()
    },
  }
}

/** As when somebody starts it again: what is left of the killed one may take a moment to end. */
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

test('a database that dies under load and comes back has lost nothing acknowledged, and nobody waits 10 s for an answer', async () => {
  const prepared = await openHouse({ databaseUrl: postgres.url, listen: false })
  const crowd = await castCrowd(prepared.house.pool, 24)
  const lot = await castLot(prepared.house, { bidUnit: 1, ladder: [[0, 1]], openingBid: 1 })
  await prepared.close()
  server = await startServer(gate.url, folder)
  const load = new BiddingCrowd(crowd, lot)
  load.start(server.url)
  // SIGQUIT is `pg_ctl stop -m immediate`: every connection breaks where it is. SIGKILL is the kernel's out-of-memory killer.
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    const before = load.acknowledged
    await expect.poll(() => load.acknowledged, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before + 200)
    process.kill(postgres.pid, name)
    await wait(AWAY_MS)
    postgres = await startAgain()
    gate.leadTo(postgres)
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
}, 60_000)
