import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as bidding from '#contract/bidding/bidding.ts'
import { readLedger } from '#contract/bidding/ledger.ts'
import * as buyingPower from '#contract/bidding/buying-power.ts'
import { readEligibility } from '#contract/bidding/eligibility.ts'
import { openFeed } from '#contract/bidding/feed.ts'
import * as catalog from '#contract/catalog/catalog.ts'
import * as calendar from '#contract/calendar/calendar.ts'
import * as invoices from '#contract/invoices/invoices.ts'
import { myBids } from '#contract/bidding/my-bids.ts'
import { readOwnSeals } from '#contract/bidding/own-seals.ts'
import * as pending from '#contract/bidding/pending-bids.ts'
import * as negotiations from '#contract/bidding/negotiations.ts'
import { closedLot } from '#server/bidding/negotiations/negotiations.test-support.ts'
import { signId } from '#server/platform/signed-id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, databaseNow } from '#test/inventory.ts'
import { untilQuiet } from './tables.ts'
import { openCaller, type Call } from './caller.ts'

/** Bidding and everything around it through the contract: every success and every refusal matches the API document. */

let server: TestServer
let send: Call
let ada: CastMember
let boris: CastMember
let olga: CastMember

beforeAll(async () => {
  ;({ server, send, ada, boris, olga } = await openCaller())
})

afterAll(() => server.close())

describe('answers match the API document', () => {
  test('for a person who bids, watches and buys', async () => {
    const { lotId, auctionId } = await castLot(server.app, { buyNow: 900_000, buyNowUntil: 'price-reached' })
    const params = { lotId }
    const bid = (kind: string, amount?: number) => ({ params, body: { bidId: randomUUID(), kind, amount } })
    await send(bidding.placeBid, 400, ada.token, bid('firm'))
    await send(bidding.placeBid, 'below-next-bid', ada.token, bid('firm', 100))
    await send(bidding.placeBid, 'not-a-bid-unit', ada.token, bid('firm', 10_001))
    await send(bidding.placeBid, 200, ada.token, bid('firm', 10_000))
    await send(bidding.placeBid, 200, boris.token, bid('maximum', 50_000))
    await send(bidding.placeBid, 'maximum-not-raised', boris.token, bid('maximum', 50_000))
    const lower = (amount: number | null) => ({ params, body: { bidId: randomUUID(), amount } })
    await send(bidding.changeMaximum, 200, boris.token, lower(40_000))
    await send(bidding.changeMaximum, 'maximum-committed', boris.token, lower(100))
    await send(bidding.changeMaximum, 'no-live-maximum', ada.token, lower(null))
    await send(bidding.watch, 200, ada.token, { params, body: { watching: true } })
    await send(bidding.watch, 'lot-not-found', ada.token, { params: { lotId: randomUUID() }, body: { watching: true } })
    await send(bidding.readLive, 200, boris.token, { params })
    await send(bidding.readStanding, 200, boris.token, { params })
    await send(bidding.readStandings, 200, ada.token, { query: { auction: auctionId } })
    await send(bidding.readStandings, 400, ada.token)
    await send(readLedger, 200, ada.token, { params, query: { limit: 2 } })
    await send(myBids, 200, boris.token, { query: { position: 'leading', limit: 1 } })
    await send(buyingPower.readBuyingPower, 200, boris.token)
    await send(readEligibility, 200, boris.token, { query: { lots: lotId } })
    await send(readEligibility, 200, undefined, { query: { lots: lotId } })
    await send(readEligibility, 400, undefined, { query: { lots: 'seven' } })
    await send(readOwnSeals, 'lot-not-over', boris.token, { params })
    await send(openFeed, 200, ada.token, { query: { lots: lotId, auctions: auctionId, since: `${lotId}.1` } })
    await send(bidding.placeBid, 200, ada.token, bid('buy-now'))
    await send(bidding.placeBid, 'lot-closed', boris.token, bid('firm', 60_000))
    await send(readLedger, 200, ada.token, { params })
    await send(readOwnSeals, 200, boris.token, { params })
    await send(readOwnSeals, 404, boris.token, { params: { lotId: randomUUID() } })
    await send(bidding.placeBid, 'lot-not-found', ada.token, { ...bid('buy-now'), params: { lotId: randomUUID() } })
    await untilQuiet(server.app.pool)
    const { items } = (await send(invoices.listInvoices, 200, ada.token)) as { items: { id: string }[] }
    await send(invoices.readInvoice, 200, ada.token, { params: { invoiceId: items[0]!.id } })
    await send(invoices.readInvoice, 404, boris.token, { params: { invoiceId: items[0]!.id } })
  })

  test('for a person with a pending bid during verification', async () => {
    const veda = await castPerson(server.app.pool, { name: 'Veda', verification: 'pending', document: 'submitted' })
    const pia = await castPerson(server.app.pool, { name: 'Pia', verification: 'pending' })
    const { lotId } = await castLot(server.app)
    const own = await castLot(server.app, { sellerId: veda.id })
    const bid = (maximum: number, lot = lotId) => ({ params: { lotId: lot }, body: { maximum } })
    await send(pending.addPendingBid, 200, veda.token, bid(50_000))
    await send(pending.addPendingBid, 'not-a-bid-unit', veda.token, bid(50_001))
    await send(pending.addPendingBid, 'not-eligible', veda.token, bid(50_000, own.lotId))
    await send(pending.addPendingBid, 'lot-not-found', veda.token, bid(50_000, randomUUID()))
    await send(pending.addPendingBid, 'document-required', pia.token, bid(50_000))
    await send(pending.addPendingBid, 'already-verified', ada.token, bid(50_000))
    await send(pending.listPendingBids, 200, veda.token)
    await send(pending.takePendingBidBack, 200, veda.token, { params: { lotId } })
    await send(pending.takePendingBidBack, 'already-verified', ada.token, { params: { lotId } })
  })

  test('for a person who plans with the calendar', async () => {
    const { lotId, auctionId } = await castLot(server.app)
    await send(bidding.watch, 200, boris.token, { params: { lotId }, body: { watching: true } })
    const now = Date.now()
    const page = await send(calendar.readCalendar, 200, undefined, {
      query: { from: now - 3_600_000, to: now + 9_000_000 },
    })
    expect(page['items']).not.toEqual([])
    const plan = await send(calendar.readClosings, 200, boris.token)
    expect(plan['items']).toMatchObject([{ lotId }])
    await send(calendar.readSubscription, 200, boris.token)
    const { url } = (await send(calendar.openSubscription, 201, boris.token)) as { url: string }
    const token = new URL(url).pathname.split('/')[4]!
    await send(calendar.openCalendarFeed, 200, undefined, { params: { token } })
    await send(calendar.readSubscription, 200, boris.token)
    await send(calendar.auctionFile, 200, undefined, { params: { auctionId } })
    await send(calendar.lotFile, 200, undefined, { params: { lotId } })
    await send(calendar.closeSubscription, 204, boris.token)
    await send(calendar.openCalendarFeed, 404, undefined, { params: { token } })
  })

  test('for a person whose account may not bid', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana', biddingLimit: 20_000 })
    const own = await castLot(server.app, { sellerId: dana.id, buyNow: 900_000 })
    const other = await castLot(server.app, { opensInMs: 3_600_000, closesInMs: 7_200_000 })
    const open = await castLot(server.app)
    const bid = ({ lotId }: { lotId: string }, kind: string, amount?: number) => ({
      params: { lotId },
      body: { bidId: randomUUID(), kind, amount },
    })
    await send(bidding.placeBid, 'not-eligible', dana.token, bid(own, 'firm', 10_000))
    await send(bidding.placeBid, 'lot-not-open', dana.token, bid(other, 'firm', 10_000))
    await send(bidding.placeBid, 'over-bidding-limit', dana.token, bid(open, 'maximum', 20_100))
    await send(bidding.placeBid, 'buy-now-gone', dana.token, bid(open, 'buy-now'))
    await send(bidding.readLive, 200, dana.token, { params: { lotId: open.lotId } })
  })

  test('for a person who searches lots and saves a search', async () => {
    const { lotId } = await castLot(server.app)
    await send(catalog.searchCatalog, 200, ada.token, { query: { q: 'kiri', price: '-900', sort: 'price-low' } })
    await send(catalog.searchCatalog, 401, undefined, { query: { price: '-900' } })
    await send(catalog.searchCatalog, 200, undefined, { query: { make: 'nobody', state: 'open,ended' } })
    await send(catalog.suggestLots, 200, undefined, { query: { q: 'kir' } })
    await send(catalog.similarLots, 200, ada.token, { params: { lotId } })
    const body = { name: 'Kiris', query: 'make=kiri', alert: true }
    const { id } = (await send(catalog.saveSearch, 201, ada.token, { body })) as { id: string }
    await send(catalog.listSavedSearches, 200, ada.token)
    await send(catalog.changeSavedSearch, 200, ada.token, { params: { searchId: id }, body: { alert: false } })
    await send(catalog.stopAlerts, 200, undefined, { body: { token: signId(server.app.keys, 'stop-alerts', id) } })
    for (let more = 1; more < 50; more += 1) await send(catalog.saveSearch, 201, ada.token, { body })
    await send(catalog.saveSearch, 'too-many-searches', ada.token, { body })
    await send(catalog.deleteSavedSearch, 204, ada.token, { params: { searchId: id } })
  })

  test('for the auctioneer who accepts a high bid below the reserve', async () => {
    const { lotId } = await castLot(server.app, { reserve: 500_000, closesInMs: 1200 })
    const params = { lotId }
    const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    await server.app.pool.query(
      `update standing set terms = terms || '{"extensionWindowMs":0,"extensionMs":0}' where lot_id = $1`,
      [lotId],
    )
    await send(bidding.placeBid, 200, ada.token, { params, body })
    await expect.poll(() => statusOf(lotId), { timeout: 5000 }).toBe('reserve-not-met')
    const reason = 'The seller agreed'
    await send(bidding.approveSale, 200, olga.token, { params, body: { reason } })
    await send(bidding.extendLot, 'lot-closed', olga.token, {
      params,
      body: { reason, closesAt: (await databaseNow(server.app.pool)) + 60_000 },
    })
  })
})

test('answers match the API document for both sides of a negotiation, and for staff who void a sale', async () => {
  const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  const chidi = await castPerson(server.app.pool, { name: 'Chidi', biddingLimit: 600_000 })
  const free = { boundMs: 100, freeMs: 3_600_000 }
  const [bound, lot] = [
    await closedLot(server, chidi, { maximum: 450_000 }),
    await closedLot(server, boris, { negotiations: free }),
  ].map(({ lotId }) => ({ params: { lotId } }))
  const step = (kind: string, amount?: number) => ({ body: { stepId: randomUUID(), kind, amount } })
  const action = (kind: string, amount: number) => ({ body: { kind, amount } })
  const why = (kind: string) => ({ body: { kind, reason: 'The seller agreed' } })
  await send(negotiations.readMyNegotiation, 200, chidi.token, { ...bound })
  await send(negotiations.readMyNegotiation, 404, ada.token, { ...bound })
  await send(negotiations.takeNegotiationStep, 400, chidi.token, { ...bound, ...step('offer') })
  await send(negotiations.takeNegotiationStep, 'still-bound', chidi.token, { ...bound, ...step('offer', 500_000) })
  await send(negotiations.takeNegotiationStep, 200, chidi.token, { ...bound, ...step('show-maximum') })
  await send(negotiations.takeNegotiationStep, 'same-offer', chidi.token, { ...bound, ...step('show-maximum') })
  await send(negotiations.takeNegotiationStep, 'offer-gone', chidi.token, { ...bound, ...step('accept', 500_000) })
  await send(negotiations.takeStaffStep, 'below-high-bid', aukje.token, { ...bound, ...action('counter', 100) })
  await send(negotiations.takeStaffStep, 'above-reserve', aukje.token, { ...bound, ...action('counter', 900_000) })
  await send(negotiations.takeStaffStep, 'not-a-bid-unit', aukje.token, { ...bound, ...action('counter', 500_001) })
  await send(negotiations.takeStaffStep, 'offer-crosses', aukje.token, { ...bound, ...action('counter', 450_000) })
  await send(negotiations.takeStaffStep, 200, aukje.token, { ...bound, ...action('counter', 650_000) })
  await send(negotiations.takeNegotiationStep, 'over-bidding-limit', chidi.token, {
    ...bound,
    ...step('accept', 650_000),
  })
  await send(negotiations.listNegotiations, 200, aukje.token, { query: { state: 'running' } })
  await send(negotiations.readReserve, 200, aukje.token, { ...bound })
  await send(negotiations.readNegotiation, 200, aukje.token, { ...bound })
  await send(negotiations.voidSale, 'not-sold', aukje.token, { ...bound, body: { cause: 'mistake', reason: 'A slip' } })
  await send(negotiations.takeStaffStep, 200, aukje.token, { ...bound, ...why('approve') })
  await send(negotiations.takeStaffStep, 'not-undecided', aukje.token, { ...bound, ...why('end') })
  await send(negotiations.voidSale, 200, aukje.token, { ...bound, body: { cause: 'mistake', reason: 'A slip' } })
  await send(negotiations.takeStaffStep, 'bidder-free', aukje.token, { ...lot, ...why('approve') })
  await send(negotiations.takeNegotiationStep, 'bidder-free', boris.token, { ...lot, ...step('show-maximum') })
  await send(negotiations.takeNegotiationStep, 200, boris.token, { ...lot, ...step('offer', 500_000) })
  await send(negotiations.takeStaffStep, 200, aukje.token, { ...lot, ...action('accept', 500_000) })
  await send(negotiations.listNegotiations, 200, aukje.token, { query: { state: 'over' } })
})

async function statusOf(lotId: string): Promise<string | undefined> {
  const found = await server.app.pool.query<{ status: string }>('select status from standing where lot_id = $1', [
    lotId,
  ])
  return found.rows[0]?.status
}
