import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { readLedger } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { OwnSeal } from '#contract/bidding/own-seals.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let bid: BiddingStage['bid']
let lot: CastLot

beforeAll(async () => {
  ;({ server, ada, boris, bid } = await openBiddingStage())
  lot = await castLot(server.app)
})

afterAll(() => server?.close())

const sealsOf = (who: CastMember) => server.call('GET', `/api/lots/${lot.lotId}/own-seals`, { token: who.token })

test('after the close, bidders can open the seals of all their own maximums, and nobody else’s', async () => {
  await bid(boris, lot, 'maximum', 30_000)
  await bid(ada, lot, 'maximum', 60_000)
  await bid(ada, lot, 'maximum', 90_000)
  const lower = { token: ada.token, body: { bidId: randomUUID(), amount: 80_000 } }
  expect((await server.call('PUT', `/api/lots/${lot.lotId}/maximum`, lower)).status).toBe(200)
  await bid(boris, lot, 'firm', 40_000)
  const early = await sealsOf(ada)
  expect([early.status, early.body]).toMatchObject([409, { code: 'lot-not-over' }])

  await server.app.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lot.lotId],
  )
  await expect.poll(async () => (await sealsOf(ada)).status, { timeout: 5000 }).toBe(200)
  const ledger = await server.call('GET', `/api/lots/${lot.lotId}/ledger`, { token: boris.token })
  const entries = (ledger.body as ReplyOf<typeof readLedger>).items
  const lines = entries.map(({ line }) => line)
  const sealedLines = entries.flatMap((entry) => entry.sealed ?? []).map(({ line }) => line)
  for (const [who, amounts] of [
    [ada, [60_000, 90_000, 80_000]],
    [boris, [30_000]],
  ] as const) {
    const { items } = (await sealsOf(who)).body as { items: OwnSeal[] }
    expect(items.map(({ amount }) => amount)).toEqual(amounts)
    for (const { sequence, sealed, amount, salt, seal } of items) {
      expect(createHash('sha256').update(`${salt}:${amount}`).digest('hex')).toBe(seal)
      const shown = sealed === undefined ? undefined : sealedLines.find(({ number }) => number === sealed)
      expect(shown?.after ?? sequence).toBe(sequence)
      expect(shown ?? lines.find((line) => line.sequence === sequence)).toMatchObject({ paddle: who.paddle, seal })
    }
  }
  const dana = await castPerson(server.app.pool, { name: 'Dana' })
  expect((await sealsOf(dana)).body).toEqual({ items: [] })
  const nowhere = await server.call('GET', `/api/lots/${randomUUID()}/own-seals`, { token: ada.token })
  expect(nowhere.status).toBe(404)
})
