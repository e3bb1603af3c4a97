import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StatementDocument } from '#contract/settlements/statements.ts'
import { cancelByCashier, creditByCashier } from '#server/invoices/admin/admin-actions.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { composeMail } from '#server/notifications/mail/letter.ts'
import { newId } from '#server/platform/id.ts'
import { sealNotice } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import type { CastLot } from '#test/inventory.ts'
import { commissionOf } from './entries/commission.ts'
import { castConsigned, castSeller, endLot, payoutDesk, SCHEME } from './settlements.test-support.ts'

const HAMMER = 800_000
/** 10% of 5,000.00 and 5% of 3,000.00. */
const COMMISSION = 65_000

let place: TestServer
let room: ReturnType<typeof saleroom>
let desk: ReturnType<typeof payoutDesk>
let kofi: CastMember
let ada: CastMember

beforeAll(async () => {
  place = await openTestServer()
  room = saleroom(place)
  kofi = await castPerson(place.app.pool, { name: 'Kofi', role: 'cashier' })
  ada = await castPerson(place.app.pool, { name: 'Ada' })
  desk = payoutDesk(place, kofi)
})
afterAll(() => place.close())

async function sold(sellerId: string, auctionId = newId(), hammer = HAMMER): Promise<CastLot> {
  const lot = await castConsigned(place, sellerId, auctionId)
  await endLot(place, lot, { buyer: ada, hammer })
  return lot
}

async function invoiceOf({ lotId }: CastLot): Promise<string> {
  const found = await place.app.pool.query<{ id: string }>(
    `select id from invoice where lot_id = $1 and kind = 'sale' order by id desc limit 1`,
    [lotId],
  )
  return found.rows[0]!.id
}

const owed = async (sellerId: string) => 0 - (await desk.balance(`seller:${sellerId}`))

describe('commission', () => {
  test('follows its bands and its flat fee, is at least the minimum, and never more than the hammer price', () => {
    expect(commissionOf(HAMMER, SCHEME)).toBe(COMMISSION)
    expect(commissionOf(HAMMER, { ...SCHEME, flat: 2500 })).toBe(COMMISSION + 2500)
    expect(commissionOf(100_000, SCHEME)).toBe(20_000)
    expect(commissionOf(15_000, SCHEME)).toBe(15_000)
  })

  test('is the one agreed for the lot, fixed when it was published', async () => {
    const sellerId = await castSeller(place)
    const lot = await castConsigned(place, sellerId)
    const agreed = { ...SCHEME, bands: [{ from: 0, basisPoints: 100 }], minimum: 0, taxBasisPoints: 2000 }
    await place.app.pool.query('update lot set fixed_commission = $2 where id = $1', [lot.lotId, agreed])
    await endLot(place, lot, { buyer: ada, hammer: HAMMER })
    // 1%, and 20% tax on it.
    expect(await owed(sellerId)).toBe(HAMMER - 8000 - 1600)
  })
})

describe('a lot of a seller', () => {
  test('that is published doesn’t hold the catalog while it waits for a lot, which may be ending', async () => {
    const { app } = place
    const lot = await castConsigned(place, await castSeller(place))
    await app.outbox.drain()
    const ending = await app.pool.connect()
    try {
      await ending.query('begin')
      await ending.query('select 1 from lot where id = $1 for update', [lot.lotId])
      await app.db.transaction().execute((trx) => enqueue(trx, 'lots-published', { lotIds: [lot.lotId] }))
      const handling = app.outbox.drain()
      const left = async () => (await app.pool.query(`select 1 from outbox where topic = 'lots-published'`)).rowCount
      await expect.poll(left).toBe(0)
      await ending.query('update catalog_version set version = version')
      await ending.query('commit')
      await handling
    } finally {
      ending.release()
    }
  })

  test('that is sold is owed to them less commission, once, however often the message comes', async () => {
    const sellerId = await castSeller(place)
    const lot = await sold(sellerId)
    await endLot(place, lot, { buyer: ada, hammer: HAMMER }).catch(() => undefined)
    expect(await owed(sellerId)).toBe(HAMMER - COMMISSION)
    expect(await desk.settlement(lot.auctionId)).toMatchObject([
      { sellerId, lotsSold: 1, hammer: HAMMER, commission: -COMMISSION, fees: 0, net: HAMMER - COMMISSION, ready: 0 },
    ])
  })

  test('whose sale is undone or credited in part is reversed in part or whole', async () => {
    const sellerId = await castSeller(place)
    const [one, two] = [await sold(sellerId), await sold(sellerId)]
    await cancelByCashier(place.app, kofi.id, await invoiceOf(one), { cause: 'correction', reason: 'a mistake' })
    await creditByCashier(place.app, kofi.id, await invoiceOf(two), {
      creditNoteId: newId(),
      lines: [{ line: 0, amount: 100_000 }],
      cause: 'goodwill',
      reason: 'a dent',
    })
    await place.app.outbox.drain()
    expect(await desk.settlement(one.auctionId)).toMatchObject([{ lotsSold: 0, hammer: 0, commission: 0, net: 0 }])
    // 10% of 5,000.00 and 5% of 2,000.00.
    expect(await owed(sellerId)).toBe(700_000 - 60_000)
  })

  test('that passes costs the no-sale fee, and the relist fee when it is offered again', async () => {
    const sellerId = await castSeller(place)
    const lot = await castConsigned(place, sellerId)
    await endLot(place, lot, null)
    expect(await owed(sellerId)).toBe(-7500)
    const next = await castConsigned(place, sellerId)
    await place.app.pool.query('update lot set vehicle_id = (select vehicle_id from lot where id = $2) where id = $1', [
      next.lotId,
      lot.lotId,
    ])
    await endLot(place, next, { buyer: ada, hammer: HAMMER })
    expect(await owed(sellerId)).toBe(-7500 - 5000 + HAMMER - COMMISSION)
  })

  test('without a seller’s account leaves the ledger as it was', async () => {
    const before = await desk.balance('owed:sellers')
    const lot = await castConsigned(place, await castSeller(place))
    await place.app.pool.query('update lot set consignor_id = null where id = $1', [lot.lotId])
    await endLot(place, lot, { buyer: ada, hammer: HAMMER })
    expect(await desk.balance('owed:sellers')).toBe(before - HAMMER)
  })
})

describe('a statement', () => {
  test('has the lots whose buyers have paid, and names the ones that wait', async () => {
    const sellerId = await castSeller(place)
    const auctionId = newId()
    const [paid, waiting] = [await sold(sellerId, auctionId), await sold(sellerId, auctionId)]
    await endLot(place, await castConsigned(place, sellerId, auctionId), null)
    await room.payAll(ada, await invoiceOf(paid))
    expect((await desk.issue(auctionId, [sellerId])).status).toBe(200)
    const [statement] = await desk.statements(`sellerId=${sellerId}`)
    expect(statement).toMatchObject({ state: 'due', net: HAMMER - COMMISSION - 7500, auctionId })
    expect(statement!.number).toMatch(/^ST-\d{4}-\d{6}$/)
    const kept = await place.app.pool.query<{ document: StatementDocument }>(
      'select document from seller_statement where id = $1',
      [statement!.id],
    )
    const { lots, sums, waiting: later } = kept.rows[0]!.document
    expect(lots.map(({ hammer, commission, fees }) => [hammer, commission, fees])).toEqual([
      [HAMMER, -COMMISSION, 0],
      [0, 0, -7500],
    ])
    expect(sums.net).toBe(statement!.net)
    expect(later).toMatchObject([{ lotNumber: waiting.lotNumber, hammer: HAMMER }])
    const again = await desk.issue(auctionId, [sellerId])
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing-to-state' } })
  })

  test('never changes: what is credited after it is on the next one', async () => {
    const sellerId = await castSeller(place)
    const lot = await sold(sellerId)
    await room.payAll(ada, await invoiceOf(lot))
    await desk.issue(lot.auctionId, [sellerId])
    await cancelByCashier(place.app, kofi.id, await invoiceOf(lot), { cause: 'correction', reason: 'a mistake' })
    await place.app.outbox.drain()
    await desk.issue(lot.auctionId, [sellerId])
    expect((await desk.statements(`sellerId=${sellerId}&sort=number`)).map(({ net, state }) => [net, state])).toEqual([
      [HAMMER - COMMISSION, 'due'],
      [COMMISSION - HAMMER, 'owed-by-seller'],
    ])
    expect(await owed(sellerId)).toBe(0)
  })

  test('is a PDF that only a signed link opens', async () => {
    const sellerId = await castSeller(place)
    const lot = await sold(sellerId)
    await room.payAll(ada, await invoiceOf(lot))
    await desk.issue(lot.auctionId, [sellerId])
    const [statement] = await desk.statements(`sellerId=${sellerId}`)
    const { url } = (await desk.call('POST', `/statements/${statement!.id}/link`)).body as { url: string }
    // A busy machine may answer that no document can be drawn just now.
    const open = () => fetch(place.url + url)
    await expect.poll(async () => (await open()).status, { timeout: 20_000, interval: 500 }).toBe(200)
    const file = await open()
    expect(file.headers.get('content-disposition')).toContain(`statement-${statement!.number}.pdf`)
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await fetch(`${place.url}${url.slice(0, -4)}AAAA`)).status).toBe(404)
  })

  test('and the email about its payout are in the language of the seller’s account', { timeout: 60_000 }, async () => {
    const nora = await castPerson(place.app.pool, { name: 'Nora' })
    await place.call('PATCH', '/api/profile', { token: nora.token, body: { language: 'es' } })
    const sellerId = await castSeller(place, { accountId: nora.id })
    const lot = await sold(sellerId)
    await room.payAll(ada, await invoiceOf(lot))
    await desk.issue(lot.auctionId, [sellerId])
    const [statement] = await desk.statements(`sellerId=${sellerId}`)
    const path = `/api/selling/statements/${statement!.id}/link`
    const { url } = (await place.call('POST', path, { token: nora.token })).body as { url: string }
    await expect.poll(async () => (await fetch(place.url + url)).status, { timeout: 20_000, interval: 500 }).toBe(200)
    const text = await textOf(await (await fetch(place.url + url)).arrayBuffer())
    for (const words of ['Estado de liquidación', 'Precio de remate', 'Impuesto sobre las ventas', 'Estados Unidos'])
      expect(text).toContain(words)
    expect(text).not.toMatch(/\b(Hammer|Seller|Sales tax|Net|We)\b/)

    const facts = { amount: 1, currency: 'USD', number: 'PO-2026-000001', paysTo: 'Account …4321', statements: 'ST' }
    const letter = { id: newId(), kind: 'seller-paid', key: newId(), name: 'Nora', email: 'nora@a.example' } as const
    const sealed = sealNotice(place.app.keys, { facts, to: null })
    expect((await composeMail(place.app, { ...letter, language: 'es', sealed }, null)).text).toContain('Cuenta …4321')
  })
})

async function textOf(file: ArrayBuffer): Promise<string> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(new Uint8Array(file))
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  document.destroy()
  library.destroy()
  return text.replaceAll(/\s+/g, ' ')
}
