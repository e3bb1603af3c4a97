import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, databaseNow, type CastLot } from '#test/inventory.ts'
import { brokenInvariants, type Seen } from '#test/invariants.ts'

// Two whole servers on one database: what holds for two holds for any number of processes.
let servers: [TestServer, TestServer]
let crowd: CastMember[]

beforeAll(async () => {
  const first = await openTestServer()
  const second = await openTestServer({ databaseUrl: first.app.databaseUrl })
  servers = [first, second]
  crowd = await castCrowd(first.app.pool, 64)
})

afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

type Bid = { who: CastMember; lot: CastLot; kind: 'firm' | 'maximum'; amount: number; bidId: string; server: number }

async function send({ who, lot, kind, amount, bidId, server }: Bid): Promise<Seen> {
  const reply = await servers[server % 2]!.call('POST', `/api/lots/${lot.lotId}/bids`, {
    token: who.token,
    body: { bidId, kind, amount },
  })
  const acknowledged = reply.status === 200 ? true : reply.status === 409 ? false : null
  return { bidId, lotId: lot.lotId, bidderId: who.id, kind, amount, acknowledged }
}

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe.each([8, 32, 64])('%i bidders at once, on two servers', (count) => {
  test('keep every invariant: firm bids and maximums, high and low, on three lots', async () => {
    const chance = random(count)
    const lots = await Promise.all(Array.from({ length: 3 }, () => castLot(servers[0].app, { reserve: 40_000 })))
    const bids = Array.from({ length: count * 6 }, (_, index): Bid => {
      const kind = chance() < 0.3 ? 'maximum' : 'firm'
      const amount = 10_000 + Math.floor(chance() * 600) * 100
      return { who: crowd[index % count]!, lot: lots[index % 3]!, kind, amount, bidId: randomUUID(), server: index }
    })
    const seen = await Promise.all(bids.map(send))
    expect(seen.filter((bid) => bid.acknowledged === null)).toEqual([])
    expect(
      await brokenInvariants(
        servers[0].app.pool,
        lots.map(({ lotId }) => lotId),
        seen,
      ),
    ).toEqual([])
  })

  test('with the same amount: one is accepted, all others are below the next bid', async () => {
    const lot = await castLot(servers[0].app)
    const bids = crowd
      .slice(0, count)
      .map((who, index): Bid => ({ who, lot, kind: 'firm', amount: 20_000, bidId: randomUUID(), server: index }))
    const seen = await Promise.all(bids.map(send))
    expect(seen.filter((bid) => bid.acknowledged === true)).toHaveLength(1)
    expect(await brokenInvariants(servers[0].app.pool, [lot.lotId], seen)).toEqual([])
  })
})

test('send fifty equal requests at once, which are one bid with one answer', async () => {
  const lot = await castLot(servers[0].app)
  const bidId = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      servers[index % 2]!.call('POST', `/api/lots/${lot.lotId}/bids`, {
        token: crowd[0]!.token,
        body: { bidId, kind: 'firm', amount: 10_000 },
      }),
    ),
  )
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const ledger = await servers[0].app.pool.query(`select 1 from ledger where lot_id = $1 and type = 'bid-placed'`, [
    lot.lotId,
  ])
  expect(ledger.rowCount).toBe(1)
})

test('one bid id sent to two lots at once counts on one of them', async () => {
  const lots = [await castLot(servers[0].app), await castLot(servers[0].app)]
  for (let round = 0; round < 10; round += 1) {
    const bidId = randomUUID()
    const bids = lots.map((lot, index): Bid => ({
      who: crowd[0]!,
      lot,
      kind: 'firm',
      amount: 100_000 + round * 50_000,
      bidId,
      server: index,
    }))
    const seen = await Promise.all(bids.map(send))
    expect(seen.filter((bid) => bid.acknowledged === true)).toHaveLength(1)
  }
})

test('a thousand bids around a close: none is accepted at or after it, and the lot is closed once', async () => {
  const lot = await castLot(servers[0].app, { closesInMs: 1500, extensionWindowMs: 0, extensionMs: 0 })
  const closesAt = lot.terms.scheduledCloseAt!
  const offset = closesAt - (await databaseNow(servers[0].app.pool))
  const started = performance.now()
  const bids = Array.from({ length: 1000 }, (_, index) => {
    const bid: Bid = {
      who: crowd[index % 64]!,
      lot,
      kind: 'firm',
      amount: 10_000 + index * 5000,
      bidId: randomUUID(),
      server: index,
    }
    const at = offset - 50 + index / 10 - (performance.now() - started)
    return setTimeout(Math.max(0, at), bid).then(send)
  })
  const seen = await Promise.all(bids)
  await expect.poll(() => closings(lot), { timeout: 5000 }).toBe(1)
  expect(await brokenInvariants(servers[0].app.pool, [lot.lotId], seen)).toEqual([])
})

async function closings(lot: CastLot): Promise<number> {
  const rows = await servers[0].app.pool.query(`select 1 from ledger where lot_id = $1 and type = 'closed'`, [
    lot.lotId,
  ])
  return rows.rowCount ?? 0
}
