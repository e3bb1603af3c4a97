import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castCrowd } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { freePort } from '#test/harness/free-port.ts'
import { hasNginx, NGINX_MISSING, openNginx, type TestNginx } from '#test/harness/nginx.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { castLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { BiddingCrowd } from './load.ts'

const BIDDERS = 16
const ROUNDS = 2
/** Bids that must be acknowledged in each phase: before, while each process is away, and after. */
const BIDS_A_PHASE = 200

describe.runIf(hasNginx)(`two processes behind nginx are restarted in turn under load${NGINX_MISSING}:`, () => {
  let server: TestServer
  let dataDir: string
  let nginx: TestNginx
  let ports: [number, number]
  const servers = new Map<number, ServerProcess>()

  const start = async (port: number) => {
    const more = { PORT: String(port), TRUST_PROXY: '127.0.0.1' }
    servers.set(port, await startServer(server.app.databaseUrl, dataDir, more))
  }

  beforeAll(async () => {
    server = await openTestServer({ listen: false })
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-rolling-'))
    ports = [await freePort(), await freePort()]
    await Promise.all(ports.map((port) => start(port)))
    nginx = await openNginx(await freePort(), ports)
  })

  afterAll(async () => {
    await nginx?.close()
    await Promise.all([...servers.values()].map((server) => server.kill('SIGKILL')))
    await server?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('every bid is answered without an error, and every acknowledged one is in the ledger', async () => {
    const crowd = await castCrowd(server.app.pool, BIDDERS)
    const lot = await castLot(server.app, { bidUnit: 1, increments: [[0, 1]], openingBid: 1 })
    const load = new BiddingCrowd(crowd, lot)
    const goesOn = async () => {
      const before = load.acknowledged
      await expect
        .poll(() => load.acknowledged - before, { timeout: 30_000, interval: 20 })
        .toBeGreaterThan(BIDS_A_PHASE)
    }
    load.start(nginx.plainUrl)
    await goesOn()
    const endedWithinMs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const port of ports) {
        const server = servers.get(port)!
        const requestedAt = performance.now()
        await server.kill('SIGTERM')
        endedWithinMs.push(Math.round(performance.now() - requestedAt))
        expect(server.process.exitCode).toBe(0)
        await goesOn()
        await start(port)
        await goesOn()
      }
    }
    await load.stop()
    expect(load.surprises).toEqual([])
    expect(load.open, 'bids without an answer').toEqual([])
    expect(await brokenInvariants(server.app.pool, [lot.lotId], load.seen)).toEqual([])
    console.log(
      `rolling restart: ${load.seen.length} bids answered, ${load.acknowledged} accepted, 0 failed; longest wait ${Math.round(load.longestWaitMs)} ms; ` +
        `processes ended within ${endedWithinMs.join(', ')} ms`,
    )
  })
})
