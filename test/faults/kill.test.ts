import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { brokenInvariants, type Seen } from '#test/invariants.ts'

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

/** Bids on, one after another, until the connection breaks or `enough` says stop; a bid without an answer stays open. */
async function bidOn(
  who: CastMember,
  lot: CastLot,
  url: string,
  next: () => number,
  seen: Seen[],
  enough: () => boolean,
) {
  while (!enough()) {
    const bid: Seen = {
      bidId: randomUUID(),
      lotId: lot.lotId,
      bidderId: who.id,
      kind: 'firm',
      amount: next(),
      acknowledged: null,
    }
    seen.push(bid)
    const status = await post(url, who, bid)
    if (status === null) return
    bid.acknowledged = status === 200
  }
}

async function post(url: string, who: CastMember, { lotId, bidId, kind, amount }: Seen): Promise<number | null> {
  try {
    const response = await fetch(`${url}/api/lots/${lotId}/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bidId, kind, amount }),
    })
    await response.text()
    return response.status
  } catch {
    return null
  }
}

test('kill -9 under load loses no acknowledged bid, and the same ids sent again tell what became of the open ones', async () => {
  const lot = await castLot(house.house, { bidUnit: 1, ladder: [[0, 1]], openingBid: 1 })
  const seen: Seen[] = []
  let amount = 0
  const next = () => (amount += 1)
  for (let round = 0; round < 3; round += 1) {
    const server: ServerProcess = await startServer(house.house.databaseUrl, dataDir)
    const acknowledgedBefore = seen.filter((bid) => bid.acknowledged === true).length
    const load = Promise.all(crowd.map((who) => bidOn(who, lot, server.url, next, seen, () => false)))
    await expect
      .poll(() => seen.filter((bid) => bid.acknowledged === true).length, { timeout: 10_000, interval: 5 })
      .toBeGreaterThan(acknowledgedBefore + 300)
    await server.kill('SIGKILL')
    await load
  }

  const server = await startServer(house.house.databaseUrl, dataDir)
  const open = seen.filter((bid) => bid.acknowledged === null)
  const people = new Map(crowd.map((who) => [who.id, who]))
  for (const bid of open) bid.acknowledged = (await post(server.url, people.get(bid.bidderId)!, bid)) === 200
  expect(open.length).toBeGreaterThan(0)
  expect(await brokenInvariants(house.house.pool, [lot.lotId], seen)).toEqual([])
  await server.kill('SIGTERM')
})
