import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as bidding from '#contract/bidding.ts'
import { readLedger } from '#contract/ledger.ts'
import * as buyingPower from '#contract/buying-power.ts'
import { readEligibility } from '#contract/eligibility.ts'
import { openFeed } from '#contract/feed.ts'
import * as catalogue from '#contract/catalogue.ts'
import * as calendar from '#contract/calendar.ts'
import * as invoices from '#contract/invoices.ts'
import { myBids } from '#contract/my-bids.ts'
import { readOwnSeals } from '#contract/own-seals.ts'
import * as parked from '#contract/parked.ts'
import * as talks from '#contract/talks.ts'
import { closedLot } from '#server/bidding/talks/talks.test-model.ts'
import { signId } from '#server/platform/signed-id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestHouse } from '#test/harness/house.ts'
import { castLot, databaseNow } from '#test/inventory.ts'
import { untilQuiet } from './tables.ts'
import { openTeller, type Tell } from './teller.ts'

/** Bids and what belongs to them told through the contract: every success and every refusal is what the API document says. */

let house: TestHouse
let tell: Tell
let ada: CastMember
let boris: CastMember
let olga: CastMember

beforeAll(async () => {
  ;({ house, tell, ada, boris, olga } = await openTeller())
})

afterAll(() => house.close())

describe('the answers are what the document says', () => {
  test('to who bids, watches and buys', async () => {
    const { lotId, auctionId } = await castLot(house.house, { buyNow: 900_000, buyNowUntil: 'price-reached' })
    const params = { lotId }
    const bid = (kind: string, amount?: number) => ({ params, body: { bidId: randomUUID(), kind, amount } })
    await tell(bidding.placeBid, 400, ada.token, bid('firm'))
    await tell(bidding.placeBid, 'below-next-bid', ada.token, bid('firm', 100))
    await tell(bidding.placeBid, 'not-a-bid-unit', ada.token, bid('firm', 10_001))
    await tell(bidding.placeBid, 200, ada.token, bid('firm', 10_000))
    await tell(bidding.placeBid, 200, boris.token, bid('maximum', 50_000))
    await tell(bidding.placeBid, 'maximum-not-raised', boris.token, bid('maximum', 50_000))
    const lower = (amount: number | null) => ({ params, body: { bidId: randomUUID(), amount } })
    await tell(bidding.changeMaximum, 200, boris.token, lower(40_000))
    await tell(bidding.changeMaximum, 'maximum-committed', boris.token, lower(100))
    await tell(bidding.changeMaximum, 'no-live-maximum', ada.token, lower(null))
    await tell(bidding.watch, 200, ada.token, { params, body: { watching: true } })
    await tell(bidding.watch, 'lot-not-found', ada.token, { params: { lotId: randomUUID() }, body: { watching: true } })
    await tell(bidding.readLive, 200, boris.token, { params })
    await tell(bidding.readStanding, 200, boris.token, { params })
    await tell(bidding.readStandings, 200, ada.token, { query: { auction: auctionId } })
    await tell(bidding.readStandings, 400, ada.token)
    await tell(readLedger, 200, ada.token, { params, query: { limit: 2 } })
    await tell(myBids, 200, boris.token, { query: { position: 'leading', limit: 1 } })
    await tell(buyingPower.readBuyingPower, 200, boris.token)
    await tell(readEligibility, 200, boris.token, { query: { lots: lotId } })
    await tell(readEligibility, 200, undefined, { query: { lots: lotId } })
    await tell(readEligibility, 400, undefined, { query: { lots: 'seven' } })
    await tell(readOwnSeals, 'lot-not-over', boris.token, { params })
    await tell(openFeed, 200, ada.token, { query: { lots: lotId, auctions: auctionId, since: `${lotId}.1` } })
    await tell(bidding.placeBid, 200, ada.token, bid('buy-now'))
    await tell(bidding.placeBid, 'lot-closed', boris.token, bid('firm', 60_000))
    await tell(readLedger, 200, ada.token, { params })
    await tell(readOwnSeals, 200, boris.token, { params })
    await tell(readOwnSeals, 404, boris.token, { params: { lotId: randomUUID() } })
    await tell(bidding.placeBid, 'lot-not-found', ada.token, { ...bid('buy-now'), params: { lotId: randomUUID() } })
    await untilQuiet(house.house.pool)
    const { items } = (await tell(invoices.listInvoices, 200, ada.token)) as { items: { id: string }[] }
    await tell(invoices.readInvoice, 200, ada.token, { params: { invoiceId: items[0]!.id } })
    await tell(invoices.readInvoice, 404, boris.token, { params: { invoiceId: items[0]!.id } })
  })

  test('to who parks a bid while the document is being checked', async () => {
    const veda = await castPerson(house.house.pool, { name: 'Veda', verification: 'pending', document: 'submitted' })
    const pia = await castPerson(house.house.pool, { name: 'Pia', verification: 'pending' })
    const { lotId } = await castLot(house.house)
    const own = await castLot(house.house, { sellerId: veda.id })
    const bid = (maximum: number, lot = lotId) => ({ params: { lotId: lot }, body: { maximum } })
    await tell(parked.parkBid, 200, veda.token, bid(50_000))
    await tell(parked.parkBid, 'not-a-bid-unit', veda.token, bid(50_001))
    await tell(parked.parkBid, 'not-eligible', veda.token, bid(50_000, own.lotId))
    await tell(parked.parkBid, 'lot-not-found', veda.token, bid(50_000, randomUUID()))
    await tell(parked.parkBid, 'document-required', pia.token, bid(50_000))
    await tell(parked.parkBid, 'already-verified', ada.token, bid(50_000))
    await tell(parked.listParkedBids, 200, veda.token)
    await tell(parked.takeParkedBidBack, 200, veda.token, { params: { lotId } })
    await tell(parked.takeParkedBidBack, 'already-verified', ada.token, { params: { lotId } })
  })

  test('to who plans by the calendar', async () => {
    const { lotId, auctionId } = await castLot(house.house)
    await tell(bidding.watch, 200, boris.token, { params: { lotId }, body: { watching: true } })
    const now = Date.now()
    const page = await tell(calendar.readCalendar, 200, undefined, {
      query: { from: now - 3_600_000, to: now + 9_000_000 },
    })
    expect(page['items']).not.toEqual([])
    const plan = await tell(calendar.readClosings, 200, boris.token)
    expect(plan['items']).toMatchObject([{ lotId }])
    await tell(calendar.readSubscription, 200, boris.token)
    const { url } = (await tell(calendar.openSubscription, 201, boris.token)) as { url: string }
    const token = new URL(url).pathname.split('/')[4]!
    await tell(calendar.openCalendarFeed, 200, undefined, { params: { token } })
    await tell(calendar.readSubscription, 200, boris.token)
    await tell(calendar.saleFile, 200, undefined, { params: { auctionId } })
    await tell(calendar.lotFile, 200, undefined, { params: { lotId } })
    await tell(calendar.closeSubscription, 204, boris.token)
    await tell(calendar.openCalendarFeed, 404, undefined, { params: { token } })
  })

  test('to who does not bid by the rules of the account', async () => {
    const dana = await castPerson(house.house.pool, { name: 'Dana', biddingLimit: 20_000 })
    const own = await castLot(house.house, { sellerId: dana.id, buyNow: 900_000 })
    const other = await castLot(house.house, { opensInMs: 3_600_000, closesInMs: 7_200_000 })
    const open = await castLot(house.house)
    const bid = ({ lotId }: { lotId: string }, kind: string, amount?: number) => ({
      params: { lotId },
      body: { bidId: randomUUID(), kind, amount },
    })
    await tell(bidding.placeBid, 'not-eligible', dana.token, bid(own, 'firm', 10_000))
    await tell(bidding.placeBid, 'lot-not-open', dana.token, bid(other, 'firm', 10_000))
    await tell(bidding.placeBid, 'over-bidding-limit', dana.token, bid(open, 'maximum', 20_100))
    await tell(bidding.placeBid, 'buy-now-gone', dana.token, bid(open, 'buy-now'))
    await tell(bidding.readLive, 200, dana.token, { params: { lotId: open.lotId } })
  })

  test('to who looks for lots and saves a search', async () => {
    const { lotId } = await castLot(house.house)
    await tell(catalogue.searchCatalogue, 200, ada.token, { query: { q: 'kiri', price: '-900', sort: 'price-low' } })
    await tell(catalogue.searchCatalogue, 401, undefined, { query: { price: '-900' } })
    await tell(catalogue.searchCatalogue, 200, undefined, { query: { make: 'nobody', state: 'open,ended' } })
    await tell(catalogue.suggestLots, 200, undefined, { query: { q: 'kir' } })
    await tell(catalogue.similarLots, 200, ada.token, { params: { lotId } })
    const body = { name: 'Kiris', query: 'make=kiri', alert: true }
    const { id } = (await tell(catalogue.saveSearch, 201, ada.token, { body })) as { id: string }
    await tell(catalogue.listSavedSearches, 200, ada.token)
    await tell(catalogue.changeSavedSearch, 200, ada.token, { params: { searchId: id }, body: { alert: false } })
    await tell(catalogue.stopAlerts, 200, undefined, { body: { token: signId(house.house.keys, 'stop-alerts', id) } })
    for (let more = 1; more < 50; more += 1) await tell(catalogue.saveSearch, 201, ada.token, { body })
    await tell(catalogue.saveSearch, 'too-many-searches', ada.token, { body })
    await tell(catalogue.deleteSavedSearch, 204, ada.token, { params: { searchId: id } })
  })

  test('to the auctioneer who accepts the high bid below the reserve', async () => {
    const { lotId } = await castLot(house.house, { reserve: 500_000, closesInMs: 1200 })
    const params = { lotId }
    const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    await house.house.pool.query(
      `update standing set terms = terms || '{"extensionWindowMs":0,"extensionMs":0}' where lot_id = $1`,
      [lotId],
    )
    await tell(bidding.placeBid, 200, ada.token, { params, body })
    await expect.poll(() => statusOf(lotId), { timeout: 5000 }).toBe('reserve-not-met')
    const reason = 'The seller agreed'
    await tell(bidding.approveSale, 200, olga.token, { params, body: { reason } })
    await tell(bidding.extendLot, 'lot-closed', olga.token, {
      params,
      body: { reason, closesAt: (await databaseNow(house.house.pool)) + 60_000 },
    })
  })
})

test('the answers are what the document says to both sides of a talk, and to who undoes a sale', async () => {
  const aukje = await castPerson(house.house.pool, { name: 'Aukje', role: 'auctioneer' })
  const chidi = await castPerson(house.house.pool, { name: 'Chidi', biddingLimit: 600_000 })
  const free = { boundMs: 100, freeMs: 3_600_000 }
  const [bound, lot] = [
    await closedLot(house, chidi, { maximum: 450_000 }),
    await closedLot(house, boris, { talks: free }),
  ].map(({ lotId }) => ({ params: { lotId } }))
  const step = (kind: string, amount?: number) => ({ body: { stepId: randomUUID(), kind, amount } })
  const act = (kind: string, amount: number) => ({ body: { kind, amount } })
  const why = (kind: string) => ({ body: { kind, reason: 'The seller agreed' } })
  await tell(talks.readMyTalk, 200, chidi.token, { ...bound })
  await tell(talks.readMyTalk, 404, ada.token, { ...bound })
  await tell(talks.takeTalkStep, 400, chidi.token, { ...bound, ...step('offer') })
  await tell(talks.takeTalkStep, 'still-bound', chidi.token, { ...bound, ...step('offer', 500_000) })
  await tell(talks.takeTalkStep, 200, chidi.token, { ...bound, ...step('show-maximum') })
  await tell(talks.takeTalkStep, 'same-offer', chidi.token, { ...bound, ...step('show-maximum') })
  await tell(talks.takeTalkStep, 'offer-gone', chidi.token, { ...bound, ...step('accept', 500_000) })
  await tell(talks.takeHouseStep, 'below-high-bid', aukje.token, { ...bound, ...act('counter', 100) })
  await tell(talks.takeHouseStep, 'above-reserve', aukje.token, { ...bound, ...act('counter', 900_000) })
  await tell(talks.takeHouseStep, 'not-a-bid-unit', aukje.token, { ...bound, ...act('counter', 500_001) })
  await tell(talks.takeHouseStep, 'offer-crosses', aukje.token, { ...bound, ...act('counter', 450_000) })
  await tell(talks.takeHouseStep, 200, aukje.token, { ...bound, ...act('counter', 650_000) })
  await tell(talks.takeTalkStep, 'over-bidding-limit', chidi.token, { ...bound, ...step('accept', 650_000) })
  await tell(talks.listTalks, 200, aukje.token, { query: { state: 'running' } })
  await tell(talks.readReserve, 200, aukje.token, { ...bound })
  await tell(talks.readTalk, 200, aukje.token, { ...bound })
  await tell(talks.voidSale, 'not-sold', aukje.token, { ...bound, body: { cause: 'mistake', reason: 'A slip' } })
  await tell(talks.takeHouseStep, 200, aukje.token, { ...bound, ...why('approve') })
  await tell(talks.takeHouseStep, 'not-undecided', aukje.token, { ...bound, ...why('end') })
  await tell(talks.voidSale, 200, aukje.token, { ...bound, body: { cause: 'mistake', reason: 'A slip' } })
  await tell(talks.takeHouseStep, 'bidder-free', aukje.token, { ...lot, ...why('approve') })
  await tell(talks.takeTalkStep, 'bidder-free', boris.token, { ...lot, ...step('show-maximum') })
  await tell(talks.takeTalkStep, 200, boris.token, { ...lot, ...step('offer', 500_000) })
  await tell(talks.takeHouseStep, 200, aukje.token, { ...lot, ...act('accept', 500_000) })
  await tell(talks.listTalks, 200, aukje.token, { query: { state: 'over' } })
})

async function statusOf(lotId: string): Promise<string | undefined> {
  const found = await house.house.pool.query<{ status: string }>('select status from standing where lot_id = $1', [
    lotId,
  ])
  return found.rows[0]?.status
}
