import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { ENDPOINTS } from '#contract/all.ts'
import * as auctions from '#contract/auctions.ts'
import * as bidding from '#contract/bidding.ts'
import * as buyingPower from '#contract/buying-power.ts'
import { readEligibility } from '#contract/eligibility.ts'
import * as catalogue from '#contract/catalogue.ts'
import * as calendar from '#contract/calendar.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as invoices from '#contract/invoices.ts'
import { readLotCosts } from '#contract/lot-costs.ts'
import * as lots from '#contract/lots.ts'
import * as membership from '#contract/membership.ts'
import { myBids } from '#contract/my-bids.ts'
import { readOwnSeals } from '#contract/own-seals.ts'
import * as parked from '#contract/parked.ts'
import * as talks from '#contract/talks.ts'
import * as saleConsole from '#contract/sale-console.ts'
import * as saleTerms from '#contract/sale-terms.ts'
import * as photographs from '#contract/photographs.ts'
import * as verification from '#contract/verification.ts'
import { closedLot } from '#server/bidding/talks/talks.test-model.ts'
import { stopToken } from '#server/catalogue/saved/stop-link.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, databaseNow } from '#test/inventory.ts'
import { readDocument, unlikeDocument, type ApiDocument } from './api-document.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'
import { untilQuiet } from './tables.ts'

/** The bidder's journey told through the contract: every success and every refusal on the way is what the API document says. */

let house: TestHouse
let document: ApiDocument
let ada: CastMember
let boris: CastMember
let olga: CastMember

beforeAll(async () => {
  house = await openHouse()
  document = await readDocument(house.url)
  const { pool } = house.house
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  olga = await castPerson(pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => house.close())

/** Calls and holds the answer against the document. `expected`: the status, or the code of a 409. Answers the JSON. */
async function tell(endpoint: Endpoint, expected: number | string, token?: string, input: Input = {}) {
  const answer = await callEndpoint(house.url, endpoint, input, token)
  const json = (answer.json ?? {}) as { code?: string; [field: string]: unknown }
  expect(unlikeDocument(document, endpoint, answer)).toEqual([])
  const said = answer.status === 409 ? json.code : answer.status
  expect(said, `${nameOf(endpoint)}: ${answer.text}`).toBe(expected)
  return json
}

describe('the answers are what the document says', () => {
  test('to who opens an account, logs in and out', async () => {
    const body = {
      email: 'chidi@demo.paddock.example',
      password: 'a saddle for the road',
      name: 'Chidi Okoro',
      phone: '+1 555 0100',
      country: 'US',
      acceptTerms: true,
    }
    await tell(accounts.register, 'password-too-common', undefined, { body: { ...body, password: 'password1234' } })
    const { token } = (await tell(accounts.register, 201, undefined, { body })) as { token: string }
    await tell(accounts.logIn, 200, undefined, { body })
    await tell(accounts.logIn, 401, undefined, { body: { ...body, password: 'another saddle' } })
    await tell(accounts.currentUser, 200, token)
    await tell(accounts.logOut, 204, token)
    await tell(accounts.currentUser, 401, token)
  })

  test('to who pays the fee', async () => {
    const { token } = await castPerson(house.house.pool, { name: 'Dana', hasPaid: false, verification: 'pending' })
    const pay = (own: object = {}) => ({
      body: { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership', ...own },
    })
    const { providers } = (await tell(membership.membership, 200, token)) as { providers: string[] }
    for (const provider of ['stripe', 'transfer'].filter((name) => !providers.includes(name)))
      await tell(membership.startPayment, 'provider-unavailable', token, pay({ provider }))
    const unknown = { purpose: 'invoice', invoiceId: randomUUID() }
    await tell(membership.startPayment, 'invoice-not-found', token, pay(unknown))
    const { id } = (await tell(membership.startPayment, 201, token, pay())) as { id: string }
    const params = { paymentId: id }
    await tell(membership.readPayment, 200, token, { params })
    await tell(membership.readPayment, 404, ada.token, { params })
    await tell(membership.playSandbox, 200, token, { params, body: { outcome: 'delayed' } })
    await tell(membership.playSandbox, 'payment-settled', token, { params, body: { outcome: 'failure' } })
    await tell(membership.startPayment, 'payment-pending', token, pay())
    await tell(membership.startPayment, 'already-paid', ada.token, pay())
  })

  test('to who sends a document, and to who decides about it', async () => {
    const { id, token } = await castPerson(house.house.pool, { name: 'Elif', verification: 'pending' })
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    const form = (kind: string, content: Uint8Array<ArrayBuffer>) => {
      const body = new FormData()
      body.set('kind', kind)
      body.set('front', new Blob([content], { type: 'image/jpeg' }), 'front.jpg')
      return { body }
    }
    const photograph = new Uint8Array(picture)
    await tell(verification.submitDocument, 400, token, form('library-card', photograph))
    await tell(verification.submitDocument, 'not-a-document', token, form('passport', new Uint8Array(1000)))
    await tell(verification.submitDocument, 'back-missing', token, form('driving-licence', photograph))
    await tell(verification.submitDocument, 'file-too-large', token, form('passport', new Uint8Array(11 * 1024 * 1024)))
    await tell(verification.submitDocument, 201, token, form('passport', photograph))
    await tell(verification.submitDocument, 'document-pending', token, form('passport', photograph))
    const queue = await tell(verification.listVerifications, 200, olga.token)
    const waiting = (queue['items'] as { id: string; accountId: string }[]).find(({ accountId }) => accountId === id)
    const params = { caseId: waiting!.id, side: 'front', page: 1 }
    const link = await tell(verification.linkDocument, 200, olga.token, { params, body: { side: 'front', page: 1 } })
    const query = { link: new URL(String(link['url']), house.url).searchParams.get('link') }
    await tell(verification.viewDocument, 200, olga.token, { params, query })
    await tell(verification.viewDocument, 403, olga.token, { params: { ...params, side: 'back' }, query })
    await tell(verification.linkDocument, 404, olga.token, { params, body: { side: 'back', page: 1 } })
    const decide = (decision: string) => ({ params, body: { decision } })
    await tell(verification.decideVerification, 'reason-required', olga.token, decide('reject'))
    await tell(verification.decideVerification, 200, olga.token, decide('approve'))
    await tell(verification.decideVerification, 'already-decided', olga.token, decide('approve'))
    await tell(verification.submitDocument, 'already-verified', token, form('passport', photograph))
  })

  test('to who looks at sales and lots', async () => {
    const { lotId, lotNumber, auctionId } = await castLot(house.house)
    const found = await house.house.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [
      lotId,
    ])
    const vehicleId = found.rows[0]!.vehicle_id
    await tell(auctions.houseTerms, 200)
    await tell(auctions.listAuctions, 200, undefined, { query: { state: 'running', from: 0, to: 253_402_300_799_999 } })
    await tell(auctions.readAuction, 200, undefined, { params: { auctionId } })
    await tell(saleTerms.readSaleTerms, 200, undefined, { params: { auctionId } })
    const page = await tell(lots.listLots, 200, undefined, { query: { auction: auctionId, q: 'kiri', limit: 1 } })
    expect(page['items']).toHaveLength(1)
    await tell(lots.readTeaser, 200, undefined, { params: { lotId } })
    await tell(lots.readTeaserByNumber, 200, undefined, { params: { lotNumber } })
    await tell(lots.readLot, 200, ada.token, { params: { lotId } })
    await tell(lots.readLotByNumber, 200, ada.token, { params: { lotNumber } })
    await tell(readLotCosts, 200, ada.token, { params: { lotId } })
    await tell(lots.readLotOfVehicle, 200, ada.token, { params: { vehicleId } })
    await tell(lots.readLot, 404, ada.token, { params: { lotId: randomUUID() } })
  })

  test('to the auctioneer who sees to the photographs of a vehicle', async () => {
    const { lotId } = await castLot(house.house)
    const { pool } = house.house
    const found = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
    const params = { vehicleId: found.rows[0]!.vehicle_id }
    const form = (content: Uint8Array<ArrayBuffer>) => {
      const body = new FormData()
      body.set('photo', new Blob([content]), 'left.jpg')
      return { params, body }
    }
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    await tell(photographs.sendPhotograph, 'not-a-photograph', olga.token, form(new Uint8Array(100)))
    await tell(photographs.sendPhotograph, 'file-too-large', olga.token, form(new Uint8Array(26 * 1024 * 1024)))
    const sent = await tell(photographs.sendPhotograph, 201, olga.token, form(new Uint8Array(picture)))
    const one = { params: { photographId: String(sent['id']) } }
    await tell(photographs.listPhotographs, 200, olga.token, { params })
    await tell(photographs.changePhotograph, 200, olga.token, { ...one, body: { slot: 'left' } })
    await tell(photographs.retryPhotograph, 'not-failed', olga.token, one)
    await tell(photographs.orderPhotographs, 200, olga.token, { params, body: { ids: [sent['id']] } })
    await tell(photographs.orderPhotographs, 'photographs-changed', olga.token, { params, body: { ids: [] } })
    const marks = [{ x: 1, y: 2, kind: 'dent', severity: 'light', note: '', side: 'left' }]
    await tell(photographs.drawDamage, 200, olga.token, { params, body: { marks } })
    await tell(photographs.deletePhotograph, 204, olga.token, one)
    await tell(photographs.deletePhotograph, 404, olga.token, one)
  })

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
    await tell(bidding.readStandings, 200, ada.token, { query: { auction: auctionId } })
    await tell(bidding.readStandings, 400, ada.token)
    await tell(bidding.readLedger, 200, ada.token, { params, query: { limit: 2 } })
    await tell(myBids, 200, boris.token, { query: { position: 'leading', limit: 1 } })
    await tell(buyingPower.readBuyingPower, 200, boris.token)
    await tell(readEligibility, 200, boris.token, { query: { lots: lotId } })
    await tell(readEligibility, 200, undefined, { query: { lots: lotId } })
    await tell(readEligibility, 400, undefined, { query: { lots: 'seven' } })
    await tell(readOwnSeals, 'lot-not-over', boris.token, { params })
    await tell(bidding.openFeed, 200, ada.token, { query: { lots: lotId, auctions: auctionId, since: `${lotId}.1` } })
    await tell(bidding.placeBid, 200, ada.token, bid('buy-now'))
    await tell(bidding.placeBid, 'lot-closed', boris.token, bid('firm', 60_000))
    await tell(bidding.readLedger, 200, ada.token, { params })
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

  test('to staff who act on accounts and lots', async () => {
    await tell(named('GET /api/admin/accounts'), 200, olga.token, { query: { q: 'ada' } })
    const reason = 'A test of the rules'
    const account = { params: { accountId: boris.id } }
    const changeAccount = named('PATCH /api/admin/accounts/:accountId')
    const change = { ...account, body: { biddingLimit: 5_000_000, reason } }
    await tell(changeAccount, 200, olga.token, change)
    await tell(changeAccount, 403, olga.token, { ...change, params: { accountId: olga.id } })
    await tell(changeAccount, 404, olga.token, { ...change, params: { accountId: randomUUID() } })

    const { lotId, auctionId } = await castLot(house.house)
    const params = { lotId }
    const bid = await tell(bidding.placeBid, 200, ada.token, {
      params,
      body: { bidId: randomUUID(), kind: 'firm', amount: 10_000 },
    })
    const voids = (sequence: number) => ({ params, body: { reason, sequences: [sequence] } })
    await tell(bidding.voidBids, 'nothing-to-void', olga.token, voids(1000))
    await tell(bidding.voidBids, 200, olga.token, voids(Number(bid['sequence'])))
    const now = await databaseNow(house.house.pool)
    await tell(bidding.extendLot, 'not-due', olga.token, { params, body: { reason, closesAt: now } })
    await tell(bidding.extendLot, 200, olga.token, { params, body: { reason, closesAt: now + 7_200_000 } })
    const sale = { params: { auctionId } }
    await tell(saleConsole.readConsole, 200, olga.token, sale)
    await tell(saleConsole.messageSale, 200, olga.token, { ...sale, body: { messageId: randomUUID(), text: reason } })
    await tell(saleConsole.resumeLot, 'not-paused', olga.token, { params, body: { reason } })
    await tell(saleConsole.pauseLot, 200, olga.token, { params, body: { reason } })
    await tell(saleConsole.pauseLot, 'lot-paused', olga.token, { params, body: { reason } })
    const late = { params, body: { reason, closesAt: now + 9_000_000 } }
    await tell(bidding.extendLot, 'lot-paused', olga.token, late)
    await tell(saleConsole.resumeLot, 200, olga.token, { params, body: { reason } })
    await tell(bidding.approveSale, 'not-undecided', olga.token, { params, body: { reason } })
    await tell(bidding.withdrawLot, 200, olga.token, { params, body: { reason } })
    for (const endpoint of [bidding.withdrawLot, bidding.extendLot, bidding.voidBids]) {
      const body = { reason, sequences: [1], closesAt: now + 9_000_000 }
      await tell(endpoint, 'lot-withdrawn', olga.token, { params, body })
      await tell(endpoint, 'lot-not-found', olga.token, { params: { lotId: randomUUID() }, body })
    }
    const planned = await castLot(house.house, { opensInMs: 3_600_000, closesInMs: 7_200_000 })
    const early = { params: { lotId: planned.lotId }, body: { reason, sequences: [1], closesAt: now + 9_000_000 } }
    for (const endpoint of [bidding.extendLot, bidding.voidBids])
      await tell(endpoint, 'lot-not-open', olga.token, early)
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
    await tell(catalogue.stopAlerts, 200, undefined, { body: { token: stopToken(house.house.keys, id) } })
    for (let more = 1; more < 50; more += 1) await tell(catalogue.saveSearch, 201, ada.token, { body })
    await tell(catalogue.saveSearch, 'too-many-searches', ada.token, { body })
    await tell(catalogue.deleteSavedSearch, 204, ada.token, { params: { searchId: id } })
  })

  test('to the owner who changes what the house charges, and to who looks at disputes and lists', async () => {
    const state = await tell(named('GET /api/admin/settings'), 200, olga.token)
    const change = (own: object) => ({
      body: { version: String(state['version']), changes: { lateFee: 5100 }, ...own },
    })
    await tell(named('POST /api/admin/settings/preview'), 200, olga.token, { body: { changes: { lateFee: 5100 } } })
    await tell(named('PUT /api/admin/settings'), 'settings-changed', olga.token, change({ version: 'another' }))
    await tell(named('PUT /api/admin/settings'), 400, olga.token, change({ changes: { paymentDays: -1 } }))
    await tell(named('PUT /api/admin/settings'), 200, olga.token, change({}))
    await tell(named('PUT /api/admin/settings'), 403, ada.token, change({}))
    await tell(named('GET /api/admin/disputes'), 200, olga.token, { query: { state: 'undecided', sort: 'evidence' } })
    await tell(named('GET /api/admin/payments'), 200, olga.token, { query: { sort: 'amount', order: 'down', page: 1 } })
    await tell(named('GET /api/admin/bank-lines'), 200, olga.token, { query: { sort: 'payer', show: 'all' } })
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

function named(name: string): Endpoint {
  const found = ENDPOINTS.find((endpoint) => nameOf(endpoint) === name)
  if (found === undefined) throw new Error(`the contract has no ${name}`)
  return found
}

async function statusOf(lotId: string): Promise<string | undefined> {
  const found = await house.house.pool.query<{ status: string }>('select status from standing where lot_id = $1', [
    lotId,
  ])
  return found.rows[0]?.status
}
