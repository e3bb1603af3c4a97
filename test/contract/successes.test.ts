import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#contract/accounts/accounts.ts'
import { ENDPOINTS } from '#contract/all.ts'
import * as auctions from '#contract/auctions/auctions.ts'
import * as bidding from '#contract/bidding/bidding.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import * as halts from '#contract/bidding/halts.ts'
import { readLotCosts } from '#contract/lots/lot-costs.ts'
import * as lots from '#contract/lots/lots.ts'
import { membership } from '#contract/membership/membership.ts'
import * as payments from '#contract/payments/payments.ts'
import * as auctionConsole from '#contract/bidding/auction-console.ts'
import * as auctionTerms from '#contract/auctions/auction-terms.ts'
import * as photos from '#contract/lots/vehicle-photos.ts'
import * as verification from '#contract/verification/verification.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, databaseNow } from '#test/inventory.ts'
import { nameOf } from './requests.ts'
import { openCaller, type Call } from './caller.ts'

/** Accounts, money and staff through the contract: every success and every refusal matches the API document. */

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
  test('for a person who registers, signs in and signs out', async () => {
    const body = {
      email: 'chidi@demo.paddock.example',
      password: 'a saddle for the road',
      name: 'Chidi Okoro',
      phone: '+1 555 0100',
      country: 'US',
      acceptTerms: true,
    }
    await send(accounts.register, 'password-too-common', undefined, { body: { ...body, password: 'password1234' } })
    const { token } = (await send(accounts.register, 201, undefined, { body })) as { token: string }
    await send(accounts.logIn, 200, undefined, { body })
    await send(accounts.logIn, 401, undefined, { body: { ...body, password: 'another saddle' } })
    await send(accounts.currentUser, 200, token)
    await send(accounts.logOut, 204, token)
    await send(accounts.currentUser, 401, token)
  })

  test('for a person who pays the fee', async () => {
    const { token } = await castPerson(server.app.pool, { name: 'Dana', hasPaid: false, verification: 'pending' })
    const pay = (own: object = {}) => ({
      body: { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership', ...own },
    })
    const { providers } = (await send(membership, 200, token)) as { providers: string[] }
    for (const provider of ['stripe', 'transfer'].filter((name) => !providers.includes(name)))
      await send(payments.startPayment, 'provider-unavailable', token, pay({ provider }))
    const unknown = { purpose: 'invoice', invoiceId: randomUUID() }
    await send(payments.startPayment, 'invoice-not-found', token, pay(unknown))
    const first = pay()
    const { id } = (await send(payments.startPayment, 201, token, first)) as { id: string }
    const reused = { ...unknown, idempotencyKey: first.body.idempotencyKey }
    await send(payments.startPayment, 'payment-key-reused', token, pay(reused))
    const params = { paymentId: id }
    await send(payments.readPayment, 200, token, { params })
    await send(payments.readPayment, 404, ada.token, { params })
    await send(payments.playSandbox, 200, token, { params, body: { outcome: 'delayed' } })
    await send(payments.playSandbox, 'payment-settled', token, { params, body: { outcome: 'failure' } })
    await send(payments.startPayment, 'payment-pending', token, pay())
    await send(payments.startPayment, 'already-paid', ada.token, pay())
  })

  test('for a person who sends a document, and the reviewer who decides', async () => {
    const { id, token } = await castPerson(server.app.pool, { name: 'Elif', verification: 'pending' })
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    const form = (kind: string, content: Uint8Array<ArrayBuffer>) => {
      const body = new FormData()
      body.set('kind', kind)
      body.set('front', new Blob([content], { type: 'image/jpeg' }), 'front.jpg')
      return { body }
    }
    const photo = new Uint8Array(picture)
    await send(verification.submitDocument, 400, token, form('library-card', photo))
    await send(verification.submitDocument, 'not-a-document', token, form('passport', new Uint8Array(1000)))
    await send(verification.submitDocument, 'back-missing', token, form('driving-licence', photo))
    await send(verification.submitDocument, 'file-too-large', token, form('passport', new Uint8Array(11 * 1024 * 1024)))
    await send(verification.submitDocument, 201, token, form('passport', photo))
    await send(verification.submitDocument, 'document-pending', token, form('passport', photo))
    const queue = await send(verification.listVerifications, 200, olga.token)
    const waiting = (queue['items'] as { id: string; accountId: string }[]).find(({ accountId }) => accountId === id)
    const params = { caseId: waiting!.id, side: 'front', page: 1 }
    const link = await send(verification.linkDocument, 200, olga.token, { params, body: { side: 'front', page: 1 } })
    const query = { link: new URL(String(link['url']), server.url).searchParams.get('link') }
    await send(verification.viewDocument, 200, olga.token, { params, query })
    await send(verification.viewDocument, 403, olga.token, { params: { ...params, side: 'back' }, query })
    await send(verification.linkDocument, 404, olga.token, { params, body: { side: 'back', page: 1 } })
    const decide = (decision: string) => ({ params, body: { decision } })
    const approve = { params, body: { decision: 'approve', documentNumber: 'XR1001R58' } }
    await send(verification.decideVerification, 'reason-required', olga.token, decide('reject'))
    await send(verification.decideVerification, 'document-number-required', olga.token, decide('approve'))
    await send(verification.decideVerification, 200, olga.token, approve)
    await send(verification.decideVerification, 'already-decided', olga.token, approve)
    await send(verification.submitDocument, 'already-verified', token, form('passport', photo))
  })

  test('for a person who browses auctions and lots', async () => {
    const { lotId, lotNumber, auctionId } = await castLot(server.app)
    const found = await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [
      lotId,
    ])
    const vehicleId = found.rows[0]!.vehicle_id
    await send(auctions.companyTerms, 200)
    await send(auctions.listAuctions, 200, undefined, { query: { state: 'running', from: 0, to: 253_402_300_799_999 } })
    await send(auctions.readAuction, 200, undefined, { params: { auctionId } })
    await send(auctionTerms.readAuctionTerms, 200, undefined, { params: { auctionId } })
    const page = await send(lots.listLots, 200, undefined, { query: { auction: auctionId, q: 'kiri', limit: 1 } })
    expect(page['items']).toHaveLength(1)
    await send(lots.readLotSummary, 200, undefined, { params: { lotId } })
    await send(lots.readLotSummaryByNumber, 200, undefined, { params: { lotNumber } })
    await send(lots.readLot, 200, ada.token, { params: { lotId } })
    await send(lots.readLotByNumber, 200, ada.token, { params: { lotNumber } })
    await send(readLotCosts, 200, ada.token, { params: { lotId } })
    await send(lots.readLotOfVehicle, 200, ada.token, { params: { vehicleId } })
    await send(lots.readLot, 404, ada.token, { params: { lotId: randomUUID() } })
  })

  test('for the auctioneer who manages a vehicle’s photos', async () => {
    const { lotId } = await castLot(server.app)
    const { pool } = server.app
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
    await send(photos.sendPhoto, 'not-a-photo', olga.token, form(new Uint8Array(100)))
    await send(photos.sendPhoto, 'file-too-large', olga.token, form(new Uint8Array(26 * 1024 * 1024)))
    const sent = await send(photos.sendPhoto, 201, olga.token, form(new Uint8Array(picture)))
    const one = { params: { photoId: String(sent['id']) } }
    await send(photos.listPhotos, 200, olga.token, { params })
    await send(photos.changePhoto, 200, olga.token, { ...one, body: { slot: 'left' } })
    await send(photos.retryPhoto, 'not-failed', olga.token, one)
    await send(photos.orderPhotos, 200, olga.token, { params, body: { ids: [sent['id']] } })
    await send(photos.orderPhotos, 'photos-changed', olga.token, { params, body: { ids: [] } })
    const marks = [{ x: 1, y: 2, kind: 'dent', severity: 'light', note: '', side: 'left' }]
    await send(photos.drawDamage, 'reason-needed', olga.token, { params, body: { marks } })
    await send(photos.drawDamage, 200, olga.token, { params, body: { marks, reason: 'Seen at the yard' } })
    await send(photos.deletePhoto, 204, olga.token, { ...one, query: { reason: 'Another car' } })
    await send(photos.deletePhoto, 404, olga.token, one)
  })

  test('for staff who manage accounts and lots', async () => {
    await send(named('GET /api/admin/accounts'), 200, olga.token, { query: { q: 'ada' } })
    const reason = 'A test of the rules'
    const account = { params: { accountId: boris.id } }
    const changeAccount = named('PATCH /api/admin/accounts/:accountId')
    const change = { ...account, body: { biddingLimit: 5_000_000, reason } }
    await send(changeAccount, 200, olga.token, change)
    await send(changeAccount, 403, olga.token, { ...change, params: { accountId: olga.id } })
    await send(changeAccount, 404, olga.token, { ...change, params: { accountId: randomUUID() } })

    const { lotId, auctionId } = await castLot(server.app)
    const params = { lotId }
    const bid = await send(bidding.placeBid, 200, ada.token, {
      params,
      body: { bidId: randomUUID(), kind: 'firm', amount: 10_000 },
    })
    const voids = (sequence: number) => ({ params, body: { reason, sequences: [sequence] } })
    await send(bidding.voidBids, 'nothing-to-void', olga.token, voids(1000))
    await send(bidding.voidBids, 200, olga.token, voids(Number(bid['sequence'])))
    const now = await databaseNow(server.app.pool)
    await send(bidding.extendLot, 'not-due', olga.token, { params, body: { reason, closesAt: now } })
    await send(bidding.extendLot, 200, olga.token, { params, body: { reason, closesAt: now + 7_200_000 } })
    const auction = { params: { auctionId } }
    await send(auctionConsole.readConsole, 200, olga.token, auction)
    await send(auctionConsole.messageAuction, 200, olga.token, {
      ...auction,
      body: { messageId: randomUUID(), text: reason },
    })
    for (const endpoint of [halts.pauseAuction, halts.resumeAuction]) {
      await send(endpoint, 200, olga.token, { ...auction, body: { reason } })
      await send(endpoint, 404, olga.token, { params: { auctionId: randomUUID() }, body: { reason } })
    }
    for (const endpoint of [halts.pauseAll, halts.resumeAll]) {
      await send(endpoint, 200, olga.token, { body: { reason } })
      await send(halts.readHalts, 200, olga.token)
    }
    await send(auctionConsole.resumeLot, 'not-paused', olga.token, { params, body: { reason } })
    await send(auctionConsole.pauseLot, 200, olga.token, { params, body: { reason } })
    await send(auctionConsole.pauseLot, 'lot-paused', olga.token, { params, body: { reason } })
    const late = { params, body: { reason, closesAt: now + 9_000_000 } }
    await send(bidding.extendLot, 'lot-paused', olga.token, late)
    await send(auctionConsole.resumeLot, 200, olga.token, { params, body: { reason } })
    await send(bidding.approveSale, 'not-undecided', olga.token, { params, body: { reason } })
    await send(bidding.withdrawLot, 200, olga.token, { params, body: { reason } })
    for (const endpoint of [bidding.withdrawLot, bidding.extendLot, bidding.voidBids]) {
      const body = { reason, sequences: [1], closesAt: now + 9_000_000 }
      await send(endpoint, 'lot-withdrawn', olga.token, { params, body })
      await send(endpoint, 'lot-not-found', olga.token, { params: { lotId: randomUUID() }, body })
    }
    const clock = { liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 }
    for (const endpoint of [auctionConsole.hammerLot, auctionConsole.passLot]) {
      const onBlock = await castLot(server.app, { auctionKind: 'live', ...clock })
      const one = { params: { lotId: onBlock.lotId } }
      const open = () =>
        server.app.pool.query('select 1 from standing where lot_id = $1 and status = $2', [onBlock.lotId, 'open'])
      await expect.poll(async () => (await open()).rowCount, { timeout: 5000 }).toBe(1)
      await send(auctionConsole.giveFairWarning, 200, olga.token, one)
      await send(endpoint, 'standing-moved', olga.token, { ...one, body: { seen: 1 } })
      if (endpoint === auctionConsole.hammerLot)
        await send(endpoint, 'nothing-to-hammer', olga.token, { ...one, body: { seen: 2 } })
      else await send(endpoint, 200, olga.token, { ...one, body: { seen: 2 } })
      await send(endpoint, 'not-live', olga.token, { params, body: { seen: 1 } })
    }
    const planned = await castLot(server.app, { opensInMs: 3_600_000, closesInMs: 7_200_000 })
    const early = { params: { lotId: planned.lotId }, body: { reason, sequences: [1], closesAt: now + 9_000_000 } }
    for (const endpoint of [bidding.extendLot, bidding.voidBids])
      await send(endpoint, 'lot-not-open', olga.token, early)
  })

  test('for the owner who changes fees, and staff who read disputes and lists', async () => {
    const state = await send(named('GET /api/admin/settings'), 200, olga.token)
    const change = (own: object) => ({
      body: { version: String(state['version']), changes: { lateFee: 5100 }, ...own },
    })
    await send(named('POST /api/admin/settings/preview'), 200, olga.token, { body: { changes: { lateFee: 5100 } } })
    await send(named('PUT /api/admin/settings'), 'settings-changed', olga.token, change({ version: 'another' }))
    await send(named('PUT /api/admin/settings'), 400, olga.token, change({ changes: { paymentDays: -1 } }))
    await send(named('PUT /api/admin/settings'), 200, olga.token, change({}))
    await send(named('PUT /api/admin/settings'), 403, ada.token, change({}))
    await send(named('GET /api/admin/disputes'), 200, olga.token, { query: { state: 'undecided', sort: 'evidence' } })
    await send(named('GET /api/admin/payments'), 200, olga.token, { query: { sort: 'amount', order: 'down' } })
    await send(named('GET /api/admin/bank-lines'), 200, olga.token, { query: { sort: 'payer', show: 'all' } })
  })
})

function named(name: string): Endpoint {
  const found = ENDPOINTS.find((endpoint) => nameOf(endpoint) === name)
  if (found === undefined) throw new Error(`the contract has no ${name}`)
  return found
}
