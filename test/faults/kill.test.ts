import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { castLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { BiddingCrowd } from './load.ts'

let testServer: TestServer
let dataDir: string
let crowd: CastMember[]

beforeAll(async () => {
  testServer = await openTestServer({ listen: false })
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-fault-'))
  crowd = await castCrowd(testServer.app.pool, 32)
})

afterAll(async () => {
  await testServer.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('kill -9 under load loses no acknowledged bid, and resending the same ids resolves the open ones', async () => {
  const lot = await castLot(testServer.app, { bidUnit: 1, increments: [[0, 1]], openingBid: 1 })
  const load = new BiddingCrowd(crowd, lot)
  for (let round = 0; round < 3; round += 1) {
    const server: ServerProcess = await startServer(testServer.app.databaseUrl, dataDir)
    const before = load.acknowledged
    load.start(server.url, { untilSilence: true })
    await expect.poll(() => load.acknowledged, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before + 300)
    await server.kill('SIGKILL')
    await load.wentHome()
  }

  const server = await startServer(testServer.app.databaseUrl, dataDir)
  expect(load.open.length).toBeGreaterThan(0)
  await load.settle(server.url)
  expect(load.open).toEqual([])
  expect(load.surprises).toEqual([])
  expect(await brokenInvariants(testServer.app.pool, [lot.lotId], load.seen)).toEqual([])
  await server.kill('SIGTERM')
})
