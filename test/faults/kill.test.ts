import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { castLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { BiddingCrowd } from './load.ts'

let house: TestHouse
let dataDir: string
let crowd: CastMember[]

beforeAll(async () => {
  house = await openHouse({ listen: false })
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-fault-'))
  crowd = await castCrowd(house.house.pool, 32)
})

afterAll(async () => {
  await house.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('kill -9 under load loses no acknowledged bid, and the same ids sent again tell what became of the open ones', async () => {
  const lot = await castLot(house.house, { bidUnit: 1, ladder: [[0, 1]], openingBid: 1 })
  const load = new BiddingCrowd(crowd, lot)
  for (let round = 0; round < 3; round += 1) {
    const server: ServerProcess = await startServer(house.house.databaseUrl, dataDir)
    const before = load.acknowledged
    load.start(server.url, { untilSilence: true })
    await expect.poll(() => load.acknowledged, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before + 300)
    await server.kill('SIGKILL')
    await load.wentHome()
  }

  const server = await startServer(house.house.databaseUrl, dataDir)
  expect(load.open.length).toBeGreaterThan(0)
  await load.settle(server.url)
  expect(load.open).toEqual([])
  expect(load.surprises).toEqual([])
  expect(await brokenInvariants(house.house.pool, [lot.lotId], load.seen)).toEqual([])
  await server.kill('SIGTERM')
})
