import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StandingBid } from '#contract/bidding/standing-bids.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, DAY_MS } from '#test/inventory.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { voidsForOwnPart } from './void-standing-bids.ts'

const statements = vi.spyOn(pg.Client.prototype, 'query')

let server: TestServer
let ada: CastMember
let rita: CastMember
let aukje: CastMember
let placed: BiddingStage['placed']
let ledger: BiddingStage['ledger']

beforeAll(async () => {
  ;({ server, ada, rita, aukje, placed, ledger } = await openBiddingStage())
})

afterAll(() => server?.close())

const last = async (lot: CastLot) => (await ledger(lot)).at(-1)

async function setStatus(who: CastMember, accountStatus: string): Promise<void> {
  const body = { accountStatus, reason: 'Unpaid lots' }
  const reply = await server.call('PATCH', `/api/admin/accounts/${who.id}`, { token: rita.token, body })
  expect(reply.status).toBe(200)
}

test('a suspension voids the account’s bids on open lots, including live ones and negotiations, once; nothing restores them', async () => {
  const gone = await castPerson(server.app.pool, { name: 'Sven' })
  const lots = {
    led: await castLot(server.app),
    outbid: await castLot(server.app),
    live: await castLot(server.app, { auctionKind: 'live', startsInMs: DAY_MS }),
    negotiated: await castLot(server.app, { reserve: 900_000 }),
    untouched: await castLot(server.app),
  }
  await placed(ada, lots.led, 'firm', 10_000)
  await placed(gone, lots.led, 'maximum', 50_000)
  await placed(gone, lots.outbid, 'firm', 20_000)
  await placed(ada, lots.outbid, 'maximum', 60_000)
  await placed(gone, lots.live, 'maximum', 30_000)
  await placed(gone, lots.negotiated, 'firm', 40_000)
  await placed(ada, lots.untouched, 'firm', 10_000)
  await server.app.pool.query(
    'update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1',
    [lots.negotiated.lotId],
  )
  await expect.poll(() => last(lots.negotiated), { timeout: 5000 }).toMatchObject({ outcome: 'reserve-not-met' })

  const path = `/api/admin/accounts/${gone.id}/standing-bids`
  const shown = (await server.call('GET', path, { token: rita.token })).body as { items: StandingBid[] }
  const leading = new Map(shown.items.map(({ lotId, isLeading }) => [lotId, isLeading]))
  expect(
    [lots.led, lots.outbid, lots.live, lots.negotiated, lots.untouched].map((lot) => leading.get(lot.lotId)),
  ).toEqual([true, false, true, true, undefined])

  await setStatus(gone, 'suspended')
  await server.app.outbox.drain()
  const cause = 'The bidder’s account was suspended'
  expect(await last(lots.led)).toMatchObject({ type: 'voided', cause, leader: ada.paddle, price: 10_000 })
  expect(await last(lots.outbid)).toMatchObject({ type: 'voided', cause, leader: ada.paddle, price: 10_000 })
  expect(await last(lots.live)).toMatchObject({ type: 'voided', cause, leader: null, price: null })
  expect(await last(lots.negotiated)).toMatchObject({ type: 'lapsed' })
  expect(await last(lots.untouched)).toMatchObject({ type: 'bid-placed' })
  expect(((await server.call('GET', path, { token: rita.token })).body as { items: StandingBid[] }).items).toEqual([])

  const before = await Promise.all(Object.values(lots).map(ledger))
  await setStatus(gone, 'active')
  // The same message again, as after a crash: bids are voided only once.
  await enqueue(server.app.db, 'account-suspended', {
    accountId: gone.id,
    actorId: rita.id,
    reason: 'x',
    at: Date.now(),
  })
  await server.app.outbox.drain()
  expect(await Promise.all(Object.values(lots).map(ledger))).toEqual(before)
})

test('nobody voids bids on a lot whose outcome concerns them: their own, their household’s, or one they consign', async () => {
  const voids = async (lot: CastLot, sequence: number) => {
    const body = { sequences: [sequence], reason: 'A slip of the hand' }
    return server.call('POST', `/api/admin/lots/${lot.lotId}/voids`, { token: aukje.token, body })
  }
  const flat = async (who: CastMember, street: string) =>
    server.app.pool.query(
      `insert into account_address (id, account_id, recipient, company, street, extra, postcode, city, region, country, for_invoices)
       values ($1, $2, 'x', '', $3, '', '62701', 'Springfield', 'IL', 'US', false)`,
      [newId(), who.id, street],
    )
  const kin = await castPerson(server.app.pool, { name: 'Kin' })
  await flat(kin, '12 Main St.')
  const lot = await castLot(server.app)
  const sealed = await placed(kin, lot, 'maximum', 50_000)
  const rival = await placed(ada, lot, 'firm', 20_000)
  await flat(aukje, '12 main st')
  for (const { sequence } of [sealed, rival])
    expect((await voids(lot, sequence)).body).toMatchObject({ code: 'has-part' })
  for (const kind of ['device', 'document-number', 'document-file'] as const) {
    const friend = await castPerson(server.app.pool, { name: 'Friend' })
    const theirs = await castLot(server.app)
    const { sequence } = await placed(friend, theirs, 'firm', 20_000)
    for (const { id } of [aukje, friend]) await noteIdentifier(server.app, server.app.db, id, kind, `one ${kind}`)
    expect((await voids(theirs, sequence)).body, kind).toMatchObject({ code: 'has-part' })
  }
  const own = await castLot(server.app, { sellerId: aukje.id })
  expect((await voids(own, (await placed(ada, own, 'firm', 20_000)).sequence)).body).toMatchObject({ code: 'has-part' })
  const other = await castLot(server.app)
  expect((await voids(other, (await placed(ada, other, 'firm', 20_000)).sequence)).status).toBe(200)
})

test('nobody suspends a person whose bids then no longer count on a lot whose outcome concerns them', async () => {
  const [rival, friend] = [
    await castPerson(server.app.pool, { name: 'Rival' }),
    await castPerson(server.app.pool, { name: 'Friend' }),
  ]
  const [theirs, other] = [await castLot(server.app), await castLot(server.app)]
  await placed(friend, theirs, 'firm', 10_000)
  await placed(rival, theirs, 'firm', 20_000)
  const rick = await castPerson(server.app.pool, { name: 'Rick', role: 'reviewer' })
  for (const { id } of [rick, friend]) await noteIdentifier(server.app, server.app.db, id, 'device', 'one laptop')
  const suspend = (who: CastMember, by: CastMember) =>
    server.call('PATCH', `/api/admin/accounts/${who.id}`, {
      token: by.token,
      body: { accountStatus: 'suspended', reason: 'Unpaid lots' },
    })
  expect(await suspend(rival, rick)).toMatchObject({
    status: 403,
    body: {
      message: 'You or someone in your household bid on or sell a lot on which this would void bids. Ask a colleague.',
    },
  })
  const stranger = await castPerson(server.app.pool, { name: 'Stranger' })
  await placed(stranger, other, 'firm', 10_000)
  expect([(await suspend(stranger, rick)).status, (await suspend(rival, rita)).status]).toEqual([200, 200])
})

test('whether a suspension would void bids on lots of one’s own is asked once, however many lots there are', async () => {
  const ida = await castPerson(server.app.pool, { name: 'Ida' })
  for (let count = 0; count < 3; count += 1) await placed(ida, await castLot(server.app), 'firm', 10_000)
  statements.mockClear()
  expect(await voidsForOwnPart(server.app.db, { actorId: aukje.id, accountId: ida.id })).toBe(false)
  expect(
    statements.mock.calls.map(([asked]) => JSON.stringify(asked)).filter((text) => /household/.test(text)),
  ).toHaveLength(1)
})
