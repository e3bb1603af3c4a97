import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { ENDPOINTS } from '#contract/all.ts'
import * as auctions from '#contract/auctions.ts'
import * as bidding from '#contract/bidding.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as halts from '#contract/halts.ts'
import { readLotCosts } from '#contract/lot-costs.ts'
import * as lots from '#contract/lots.ts'
import * as membership from '#contract/membership.ts'
import * as saleConsole from '#contract/sale-console.ts'
import * as saleTerms from '#contract/sale-terms.ts'
import * as photographs from '#contract/photographs.ts'
import * as verification from '#contract/verification.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestHouse } from '#test/harness/house.ts'
import { castLot, databaseNow } from '#test/inventory.ts'
import { nameOf } from './requests.ts'
import { openTeller, type Tell } from './teller.ts'

/** Accounts, money and staff told through the contract: every success and every refusal on the way is what the API document says. */

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
    const approve = { params, body: { decision: 'approve', documentNumber: 'XR1001R58' } }
    await tell(verification.decideVerification, 'reason-required', olga.token, decide('reject'))
    await tell(verification.decideVerification, 'document-number-required', olga.token, decide('approve'))
    await tell(verification.decideVerification, 200, olga.token, approve)
    await tell(verification.decideVerification, 'already-decided', olga.token, approve)
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
    await tell(photographs.drawDamage, 'reason-needed', olga.token, { params, body: { marks } })
    await tell(photographs.drawDamage, 200, olga.token, { params, body: { marks, reason: 'Seen at the yard' } })
    await tell(photographs.deletePhotograph, 204, olga.token, { ...one, query: { reason: 'Another car' } })
    await tell(photographs.deletePhotograph, 404, olga.token, one)
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
    for (const endpoint of [halts.pauseSale, halts.resumeSale]) {
      await tell(endpoint, 200, olga.token, { ...sale, body: { reason } })
      await tell(endpoint, 404, olga.token, { params: { auctionId: randomUUID() }, body: { reason } })
    }
    for (const endpoint of [halts.pauseHouse, halts.resumeHouse]) {
      await tell(endpoint, 200, olga.token, { body: { reason } })
      await tell(halts.readHalts, 200, olga.token)
    }
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
})

function named(name: string): Endpoint {
  const found = ENDPOINTS.find((endpoint) => nameOf(endpoint) === name)
  if (found === undefined) throw new Error(`the contract has no ${name}`)
  return found
}
