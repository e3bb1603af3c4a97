import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { openLanes } from '../lane/lanes.ts'
import { submitForStaff } from '../staff-actions.ts'
import { castLot, databaseNow, type CastLot, type LotOptions } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember
let bid: BiddingStage['bid']
let act: BiddingStage['act']
let ledger: BiddingStage['ledger']

beforeAll(async () => {
  ;({ server, ada, boris, aukje, bid, act, ledger } = await openBiddingStage())
})

afterAll(() => server?.close())

/** Long clocks: only the auctioneer ends these lots. */
const LIVE = { auctionKind: 'live', liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 } as const

async function onTheBlock(options: LotOptions = {}): Promise<CastLot> {
  const lot = await castLot(server.app, { ...LIVE, ...options })
  await expect.poll(async () => (await ledger(lot)).length, { timeout: 5000 }).toBe(1)
  return lot
}

test('after fair warning the hammer sells the lot to its high bidder, on the record and once', async () => {
  const lot = await onTheBlock()
  expect((await bid(ada, lot, 'firm', 10_000)).status).toBe(200)
  expect((await act(ada, lot, 'fair-warning')).status).toBe(403)
  expect((await act(aukje, lot, 'fair-warning')).body).toMatchObject({ status: 'open', price: 10_000 })
  const { sequence } = (await act(aukje, lot, 'fair-warning')).body as { sequence: number }
  expect((await act(aukje, lot, 'hammer', { seen: sequence })).body).toMatchObject({ status: 'sold', price: 10_000 })
  expect((await act(aukje, lot, 'hammer', { seen: sequence })).body).toMatchObject({ code: 'lot-closed' })
  const lines = await ledger(lot)
  expect(lines.map(({ type }) => type).slice(-3)).toEqual(['fair-warning', 'fair-warning', 'closed'])
  expect(lines.at(-1)).toMatchObject({ outcome: 'sold', leader: ada.paddle, cause: 'auctioneer' })
  const due = await server.app.pool.query('select bidder_id from purchase_due where lot_id = $1', [lot.lotId])
  expect(due.rows).toEqual([{ bidder_id: ada.id }])
  await server.app.outbox.drain()
  const invoices = await server.app.pool.query('select account_id from invoice where lot_id = $1', [lot.lotId])
  expect(invoices.rows).toEqual([{ account_id: ada.id }])
  const audit = await server.app.pool.query('select action, actor_id from audit where subject_id = $1 order by id', [
    lot.lotId,
  ])
  expect(audit.rows.map(({ action }) => action)).toEqual(['fair-warning', 'fair-warning', 'hammer'])
  expect(new Set(audit.rows.map(({ actor_id: actor }) => actor))).toEqual(new Set([aukje.id]))
})

test('a bid that the auctioneer has not seen stops the hammer', async () => {
  const lot = await onTheBlock()
  await bid(ada, lot, 'firm', 10_000)
  const seen = (await ledger(lot)).length
  await bid(boris, lot, 'firm', 20_000)
  expect((await act(aukje, lot, 'hammer', { seen })).body).toMatchObject({ code: 'standing-moved' })
  const now = (await ledger(lot)).length
  expect((await act(aukje, lot, 'hammer', { seen: now })).body).toMatchObject({ status: 'sold', leader: boris.paddle })
})

test('bids and the hammer at the same moment leave one result: what the hammer sold is what the ledger shows last', async () => {
  const lot = await onTheBlock()
  await bid(ada, lot, 'firm', 10_000)
  const seen = (await ledger(lot)).length
  const [raised, fell] = await Promise.all([bid(boris, lot, 'firm', 20_000), act(aukje, lot, 'hammer', { seen })])
  const codes = [raised, fell].map(({ body }) => (body as { code?: string }).code ?? 'done')
  expect([
    ['done', 'standing-moved'],
    ['lot-closed', 'done'],
  ]).toContainEqual(codes)
})

test.each([
  ['hammer', 'hammer'],
  ['hammer', 'withdrawal'],
  ['withdrawal', 'withdrawal'],
] as const)(
  'of two of staff, %s and %s at once end a lot once, with one audit line, and the other is refused',
  async (one, two) => {
    const colleague = await castPerson(server.app.pool, { name: 'Aino', role: 'auctioneer' })
    for (let round = 0; round < 4; round += 1) {
      const lot = await onTheBlock()
      await bid(ada, lot, 'firm', 10_000)
      const seen = (await ledger(lot)).length
      const body = { hammer: { seen }, withdrawal: { reason: 'Damaged' } }
      const presses = [act(aukje, lot, one, body[one]), act(colleague, lot, two, body[two])]
      const answers = await Promise.all(round % 2 === 0 ? presses : presses.toReversed())
      const codes = answers.map(({ body: said }) => (said as { code?: string }).code ?? 'done')
      expect(codes.filter((code) => code === 'done')).toHaveLength(1)
      const refusals = ['done', 'lot-closed', 'lot-withdrawn']
      expect(codes.filter((code) => !refusals.includes(code))).toEqual([])
      const audit = await server.app.pool.query('select 1 from audit where subject_id = $1', [lot.lotId])
      expect(audit.rowCount).toBe(1)
      const ends = (await ledger(lot)).filter(({ type }) => type === 'closed' || type === 'withdrawn')
      expect(ends.length).toBe(1)
      const due = await server.app.pool.query('select 1 from purchase_due where lot_id = $1', [lot.lotId])
      expect(due.rowCount).toBe(ends[0]!.type === 'closed' ? 1 : 0)
    }
  },
)

test('a lot withdrawn as its clock closes it is sold or withdrawn, and never both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const lot = await castLot(server.app, { extensionWindowMs: 0, closesInMs: 600 })
    await bid(ada, lot, 'firm', 10_000)
    await setTimeout(Math.max(0, lot.terms.scheduledCloseAt! - (await databaseNow(server.app.pool)) - 10 + round * 40))
    const withdrawn = await act(aukje, lot, 'withdrawal', { reason: 'Damaged' })
    const ends = async () => (await ledger(lot)).filter(({ type }) => type === 'closed' || type === 'withdrawn')
    await expect.poll(async () => (await ends()).length, { timeout: 5000 }).toBe(1)
    const [end] = await ends()
    expect([withdrawn.status, (withdrawn.body as { code?: string }).code]).toEqual(
      end!.type === 'withdrawn' ? [200, undefined] : [409, 'lot-closed'],
    )
    const audit = await server.app.pool.query('select 1 from audit where subject_id = $1', [lot.lotId])
    expect(audit.rowCount).toBe(end!.type === 'withdrawn' ? 1 : 0)
    const due = await server.app.pool.query('select 1 from purchase_due where lot_id = $1', [lot.lotId])
    expect(due.rowCount).toBe(end!.type === 'withdrawn' ? 0 : 1)
  }
})

test('a lot without a bid that meets the reserve can only be passed, and one that has a buyer only sold', async () => {
  const low = await onTheBlock({ reserve: 50_000 })
  await bid(ada, low, 'firm', 10_000)
  const seen = (await ledger(low)).length
  expect((await act(aukje, low, 'hammer', { seen })).body).toMatchObject({ code: 'nothing-to-hammer' })
  expect((await act(aukje, low, 'pass', { seen })).body).toMatchObject({ status: 'reserve-not-met', price: 10_000 })
  const none = await onTheBlock()
  expect((await act(aukje, none, 'pass', { seen: 1 })).body).toMatchObject({ status: 'passed' })
  const won = await onTheBlock()
  await bid(ada, won, 'firm', 10_000)
  const body = { seen: (await ledger(won)).length }
  expect((await act(aukje, won, 'pass', body)).body).toMatchObject({ code: 'has-buyer' })
})

test('a leader who is suspended loses the lot at the hammer to the next in line, and without one it is passed', async () => {
  const suspend = ({ id }: CastMember) =>
    server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [id])
  const gone = await castPerson(server.app.pool, { name: 'Sven' })
  const [alone, followed] = [await onTheBlock(), await onTheBlock()]
  await bid(ada, followed, 'firm', 10_000)
  for (const lot of [alone, followed]) await bid(gone, lot, 'firm', 20_000)
  await suspend(gone)
  const console = await server.call('GET', `/api/admin/auctions/${alone.auctionId}/console`, { token: aukje.token })
  expect(console.body).toMatchObject({ leaders: [{ paddle: gone.paddle, accountStatus: 'suspended' }] })
  const seen = (await ledger(alone)).length
  expect((await act(aukje, alone, 'hammer', { seen })).body).toMatchObject({
    code: 'nothing-to-hammer',
    message:
      'No bid can win this lot: none meets the reserve, or its bidder’s account isn’t active. Pass the lot instead.',
  })
  expect((await act(aukje, alone, 'pass', { seen })).body).toMatchObject({ status: 'passed', leader: null })
  const other = { seen: (await ledger(followed)).length }
  expect((await act(aukje, followed, 'pass', other)).body).toMatchObject({ code: 'has-buyer' })
  const sold = { status: 'sold', leader: ada.paddle, price: 10_000 }
  expect((await act(aukje, followed, 'hammer', other)).body).toMatchObject(sold)
})

test('a timed lot has no auctioneer', async () => {
  const lot = await castLot(server.app)
  await bid(ada, lot, 'firm', 10_000)
  expect((await act(aukje, lot, 'fair-warning')).body).toMatchObject({ code: 'not-live' })
  expect((await act(aukje, lot, 'hammer', { seen: 2 })).body).toMatchObject({ code: 'not-live' })
  expect((await act(aukje, lot, 'pass', { seen: 2 })).body).toMatchObject({ code: 'not-live' })
})

test('after an outage the hammer waits for the lot’s clock to restart, and the refusal says so', async () => {
  const { app } = server
  const lanes = openLanes(app, app.databaseUrl, () => undefined)
  const lot = await onTheBlock()
  const openedAt = (await ledger(lot))[0]!.at
  const command = { type: 'pass', seen: 1, absences: [{ from: openedAt, to: openedAt + 3500 }] } as const
  await expect.poll(() => databaseNow(app.pool), { timeout: 9000 }).toBeGreaterThan(openedAt + 3500)
  expect(await submitForStaff(app, lanes, aukje.id, lot.lotId, command)).toMatchObject({
    code: 'not-due',
    message: 'This lot lost time to an outage, so its clock restarts first. Try again in a moment.',
  })
  await lanes.stop()
})
