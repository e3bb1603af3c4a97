import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BidAnswer, LiveLot } from '#contract/bidding/bidding.ts'
import type { readLedger } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openBiddingStage } from '#test/bidding-stage.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { brokenInvariants, type Seen } from '#test/invariants.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember

beforeAll(async () => {
  database = await freshDatabase()
  ;({ server, ada, boris, aukje } = await openBiddingStage({ databaseUrl: database.url }))
})

afterAll(async () => {
  await server?.close()
  await database?.drop()
})

async function restart(): Promise<void> {
  await server.close()
  server = await openTestServer({ databaseUrl: database.url })
}

const seen: Seen[] = []

async function bid(
  who: CastMember,
  { lotId }: CastLot,
  kind: 'firm' | 'maximum',
  amount: number,
  bidId = randomUUID(),
) {
  const answer = await server.call('POST', `/api/lots/${lotId}/bids`, {
    token: who.token,
    body: { bidId, kind, amount },
  })
  seen.push({ bidId, lotId, bidderId: who.id, kind, amount, acknowledged: answer.status === 200 })
  return answer
}

const lower = (who: CastMember, { lotId }: CastLot, amount: number | null, bidId: string = randomUUID()) =>
  server.call('PUT', `/api/lots/${lotId}/maximum`, { token: who.token, body: { bidId, amount } })

const liveFor = async (who: CastMember, { lotId }: CastLot) =>
  (await server.call('GET', `/api/lots/${lotId}/live`, { token: who.token })).body as LiveLot

async function sealedRows({ lotId }: CastLot): Promise<number> {
  const found = await server.app.pool.query('select 1 from sealed_ledger where lot_id = $1', [lotId])
  return found.rows.length
}

test('after a restart a sealed maximum is unchanged, defends the lead, and its id gets the first answer without a second effect', async () => {
  const lot = await castLot(server.app)
  await bid(ada, lot, 'maximum', 30_000)
  const [raise, lowering] = [randomUUID(), randomUUID()]
  const raised = await bid(ada, lot, 'maximum', 90_000, raise)
  const lowered = await lower(ada, lot, 80_000, lowering)
  expect([raised.status, lowered.status]).toEqual([200, 200])

  await restart()
  expect((await liveFor(ada, lot)).you.maximum).toBe(80_000)
  expect((await bid(ada, lot, 'maximum', 90_000, raise)).body).toEqual(raised.body)
  expect((await lower(ada, lot, 80_000, lowering)).body).toEqual(lowered.body)
  expect((await bid(ada, lot, 'maximum', 95_000, raise)).body).toMatchObject({ code: 'bid-id-reused' })
  expect(await sealedRows(lot)).toBe(2)
  expect((await bid(boris, lot, 'firm', 70_000)).body).toMatchObject({ leading: false, price: 72_500, sequence: 3 })
  expect((await bid(boris, lot, 'firm', 85_000)).body).toMatchObject({ leading: true, price: 85_000, sequence: 4 })
})

test('concurrent sealed and public bids keep one order, and both chains are valid', async () => {
  const lot = await castLot(server.app)
  await bid(ada, lot, 'maximum', 1_000_000)
  const together = Array.from({ length: 30 }, (_, index) => [
    bid(ada, lot, 'maximum', 1_000_000 + 1000 * (index + 1)),
    bid(boris, lot, index % 2 === 0 ? 'firm' : 'maximum', 20_000 * (index + 1)),
  ])
  await Promise.all(together.flat())
  expect(await sealedRows(lot)).toBeGreaterThan(0)
  expect(
    await brokenInvariants(
      server.app.pool,
      [lot.lotId],
      seen.filter(({ lotId }) => lotId === lot.lotId),
    ),
  ).toEqual([])
})

test('a void, also after a restart, removes the sealed raises of the bid and reveals nothing about them', async () => {
  const lot = await castLot(server.app)
  await bid(boris, lot, 'maximum', 30_000)
  const { sequence } = (await bid(ada, lot, 'maximum', 40_000)).body as BidAnswer
  await bid(ada, lot, 'maximum', 70_000)
  await bid(ada, lot, 'maximum', 90_000)
  await restart()
  const body = { reason: 'A slip of the hand', sequences: [sequence] }
  const voided = await server.call('POST', `/api/admin/lots/${lot.lotId}/voids`, { token: aukje.token, body })
  expect(voided.body).toMatchObject({ leader: boris.paddle, price: 10_000, bidCount: 1, sequence: sequence + 1 })
  const ledger = await server.call('GET', `/api/lots/${lot.lotId}/ledger`, { token: boris.token })
  const [line] = (ledger.body as ReplyOf<typeof readLedger>).items
  expect(line).toEqual({ line: expect.objectContaining({ type: 'voided', voided: [sequence] }) as unknown })
  expect((await bid(ada, lot, 'firm', 35_000)).body).toMatchObject({ leading: true, price: 35_000 })
})

test('a withdrawn lot publishes its sealed events, and its last line covers them', async () => {
  const lot = await castLot(server.app)
  await bid(ada, lot, 'maximum', 40_000)
  await bid(ada, lot, 'maximum', 70_000)
  const body = { reason: 'Wrong documents' }
  await server.call('POST', `/api/admin/lots/${lot.lotId}/withdrawal`, { token: aukje.token, body })
  const ledger = await server.call('GET', `/api/lots/${lot.lotId}/ledger`)
  const { items } = ledger.body as ReplyOf<typeof readLedger>
  const [sealed] = items.flatMap((item) => item.sealed ?? [])
  expect(items[0]!.line).toMatchObject({ type: 'withdrawn', sealed: { count: 1, head: sealed!.hash } })
})
