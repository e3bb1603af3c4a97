import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Standing } from '#contract/bidding/bidding.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'

/** Who may hold the lead is checked whenever a lead is gained, not only when a bid arrives. */

let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember
let placed: BiddingStage['placed']
let act: BiddingStage['act']
let ledger: BiddingStage['ledger']

beforeAll(async () => {
  ;({ server, ada, boris, aukje, placed, act, ledger } = await openBiddingStage())
})

afterAll(() => server?.close())

async function voided(lot: CastLot, sequence: number): Promise<Standing> {
  const reply = await act(aukje, lot, 'voids', { sequences: [sequence], reason: 'A slip of the hand' })
  expect(reply.status).toBe(200)
  return reply.body as Standing
}

async function setStatus(who: CastMember, status: string): Promise<void> {
  await server.app.pool.query('update account set account_status = $2 where id = $1', [who.id, status])
}

test.each(['suspended', 'closed'])('a void does not give the lead to an account that is %s', async (status) => {
  const lot = await castLot(server.app)
  const gone = await castPerson(server.app.pool, { name: 'Chidi' })
  await placed(boris, lot, 'firm', 12_000)
  const passed = await placed(gone, lot, 'maximum', 50_000)
  const top = await placed(ada, lot, 'firm', 90_000)
  await setStatus(gone, status)
  expect(await voided(lot, top.sequence)).toMatchObject({ leader: boris.paddle, price: 12_000, bidCount: 1 })
  expect((await ledger(lot)).slice(-2)).toMatchObject([
    { type: 'voided', leader: boris.paddle, price: 12_000 },
    { type: 'passed-over', paddle: gone.paddle, voided: [passed.sequence], leader: boris.paddle, price: 12_000 },
  ])
  // A bidder who was passed over stays so, even when they may bid again.
  await setStatus(gone, 'active')
  const again = await placed(ada, lot, 'firm', 20_000)
  expect(await voided(lot, again.sequence)).toMatchObject({ leader: boris.paddle, price: 12_000 })
})

test('a void does not push the next in line over the bidding limit, on many lots at the same instant', async () => {
  const dana = await castPerson(server.app.pool, { name: 'Dana', biddingLimit: 1_000_000 })
  const lots = await Promise.all(Array.from({ length: 6 }, () => castLot(server.app, { isFree: true })))
  const tops: number[] = []
  for (const lot of lots) {
    await placed(dana, lot, 'maximum', 40_000)
    tops.push((await placed(ada, lot, 'firm', 50_000)).sequence)
  }
  await server.app.pool.query('update account set bidding_limit = 100000 where id = $1', [dana.id])
  const standings = await Promise.all(lots.map((lot, index) => voided(lot, tops[index]!)))
  expect(standings.filter(({ leader }) => leader === dana.paddle)).toHaveLength(2)
  expect(standings.filter(({ leader, price }) => leader === null && price === null)).toHaveLength(4)
  const power = await server.call('GET', '/api/buying-power', { token: dana.token })
  expect((power.body as { committed: number }).committed).toBeLessThanOrEqual(100_000)
})

test('over the limit with one bid, the next in line may be an earlier bid of the same bidder', async () => {
  const elif = await castPerson(server.app.pool, { name: 'Elif' })
  const lot = await castLot(server.app)
  await placed(elif, lot, 'firm', 10_000)
  await placed(ada, lot, 'firm', 12_500)
  await placed(elif, lot, 'firm', 60_000)
  const top = await placed(boris, lot, 'firm', 80_000)
  await server.app.pool.query('update account set bidding_limit = 20000 where id = $1', [elif.id])
  expect(await voided(lot, top.sequence)).toMatchObject({ leader: ada.paddle, price: 12_500 })
})

test.each(['suspended', 'closed'])(
  'an account that is %s at the close does not win: the next in line does',
  async (status) => {
    const lot = await castLot(server.app)
    const gone = await castPerson(server.app.pool, { name: 'Chidi' })
    await placed(boris, lot, 'firm', 12_000)
    await placed(gone, lot, 'maximum', 50_000)
    await setStatus(gone, status)
    await server.app.pool.query(
      'update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1',
      [lot.lotId],
    )
    const last = async () => (await ledger(lot)).at(-1)
    await expect.poll(last, { timeout: 5000 }).toMatchObject({ type: 'closed', outcome: 'sold', price: 12_000 })
    expect((await ledger(lot)).slice(-2)).toMatchObject([
      { type: 'passed-over', paddle: gone.paddle, leader: boris.paddle },
      { type: 'closed', leader: boris.paddle },
    ])
    const due = await server.app.pool.query('select bidder_id from purchase_due where lot_id = $1', [lot.lotId])
    expect(due.rows).toEqual([{ bidder_id: boris.id }])
    expect(await brokenInvariants(server.app.pool, [lot.lotId], [])).toEqual([
      expect.stringContaining('nobody sent it') as string,
      expect.stringContaining('nobody sent it') as string,
    ])
  },
)

test('a high bid below the reserve is not accepted once its bidder is suspended', async () => {
  const gone = await castPerson(server.app.pool, { name: 'Chidi' })
  const lot = await castLot(server.app, { reserve: 90_000 })
  await placed(gone, lot, 'firm', 20_000)
  await server.app.pool.query(
    'update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1',
    [lot.lotId],
  )
  await expect.poll(async () => (await ledger(lot)).at(-1), { timeout: 5000 }).toMatchObject({ type: 'closed' })
  await setStatus(gone, 'suspended')
  const body = { reason: 'The seller agrees' }
  const reply = await server.call('POST', `/api/admin/lots/${lot.lotId}/approval`, { token: aukje.token, body })
  expect(reply.body).toMatchObject({ code: 'high-bidder-not-active' })
})
