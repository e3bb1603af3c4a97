import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MoneySettings, SettingsState } from '#contract/invoices/company-settings.ts'
import { DEFAULT_INCREMENTS } from '#engine'
import { usualAuctionTerms } from '#server/auctions/create-auction.ts'
import { setPurchaseDue } from '#server/bidding/purchase-due.ts'
import { forgetTerms, readCompanyTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { saleroom } from '../sale.test-support.ts'

let place: TestServer
let room: ReturnType<typeof saleroom>
let olga: CastMember
let ada: CastMember

beforeAll(async () => {
  place = await openTestServer()
  room = saleroom(place)
  olga = await castPerson(place.app.pool, { name: 'Olga', role: 'owner' })
  ada = await castPerson(place.app.pool, { name: 'Ada' })
})
afterAll(() => place.close())
beforeEach(() => place.app.pool.query('delete from setting'))

const read = async () => (await place.call('GET', '/api/admin/settings', { token: olga.token })).body as SettingsState
const put = async (changes: object, own: object = {}, by = olga) =>
  place.call('PUT', '/api/admin/settings', {
    token: by.token,
    body: { version: (await read()).version, changes, ...own },
  })
const preview = (changes: object) =>
  place.call('POST', '/api/admin/settings/preview', { token: olga.token, body: { changes } })

const BANK = {
  kind: 'iban',
  holder: 'Paddock Auctions',
  iban: 'de02120300000000202051',
  bic: 'byladem1001',
  bank: 'Test Bank',
}

const US = {
  kind: 'us',
  holder: 'Paddock Auctions',
  routingNumber: '110000000',
  accountNumber: '000123456789',
  bank: 'Test Bank',
}

describe('the money settings', () => {
  test('apply at once to the next published lot, and not to issued invoices', async () => {
    const before = await room.soldTo(ada)
    const premium = [{ from: 0, basisPoints: 1500 }]
    const changed = await put({ premium, lateFee: 7500, numbering: { invoice: 'INV-', creditNote: 'CR-' } })
    expect(changed).toMatchObject({ status: 200, body: { settings: { premium, lateFee: 7500 } } })
    const after = await room.soldTo(ada)
    expect(after.lines[1]).toMatchObject({ label: 'Buyer’s premium', amount: 185_175 })
    expect(Number(after.number.slice(-6))).toBe(Number(before.number.slice(-6)) + 1)
    expect(after.number).toMatch(/^INV-\d{4}-/)
    const { invoice, forecast } = await room.detail(ada, before.id)
    expect(invoice.lines).toEqual(before.lines)
    expect(forecast[1]).toMatchObject({ kind: 'late-fee', total: 5000 })
    expect((await room.detail(ada, after.id)).forecast[1]).toMatchObject({ kind: 'late-fee', total: 7500 })
  })

  test('are shown everywhere at once, and by other processes within moments', async () => {
    const other = await openTestServer({ databaseUrl: place.app.databaseUrl })
    const feeOf = async (at: TestServer) =>
      ((await at.call('GET', '/api/company-terms')).body as { membershipFee: number }).membershipFee
    expect([await feeOf(place), await feeOf(other)]).toEqual([9900, 9900])
    for (const membershipFee of [12_300, 12_400]) {
      expect((await put({ membershipFee })).status).toBe(200)
      expect(await feeOf(place)).toBe(membershipFee)
      await expect.poll(() => feeOf(other), { timeout: 900, interval: 20 }).toBe(membershipFee)
    }
    await other.close()
  })

  test('are changed with an audit entry for each, with the values before and after; an equal value is no change', async () => {
    const { settings } = await read()
    await put({ lateFee: 6000, paymentDays: settings.paymentDays, taxLabel: 'VAT' }, { reason: 'New year' })
    const { history } = await read()
    expect(history.slice(0, 2).toSorted((a, b) => (a.setting < b.setting ? -1 : 1))).toMatchObject([
      { setting: 'lateFee', before: 5000, after: 6000, by: 'Olga', reason: 'New year' },
      { setting: 'taxLabel', before: 'Sales tax', after: 'VAT', by: 'Olga' },
    ])
    expect(history.filter(({ setting }) => setting === 'paymentDays')).toEqual([])
  })

  test('are not changed from an outdated version: of many changes at once, one succeeds', async () => {
    const { version } = await read()
    const answers = await Promise.all([100, 200, 300, 400].map((lateFee) => put({ lateFee }, { version })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'settings-changed' })
  })

  test('accept a bank account with valid check digits, and offer transfers to it at once; none removes them', async () => {
    const providers = async () =>
      ((await place.call('GET', '/api/membership', { token: ada.token })).body as { providers: string[] }).providers
    expect(await providers()).not.toContain('transfer')
    await put({ bankAccount: BANK })
    expect((await read()).settings.bankAccount).toEqual({
      ...BANK,
      iban: 'DE02 1203 0000 0000 2020 51',
      bic: 'BYLADEM1001',
    })
    expect(await providers()).toContain('transfer')
    await put({ bankAccount: null })
    expect(await providers()).not.toContain('transfer')
  })

  test('accept a US account by its routing and account number, and send payers to it', async () => {
    expect(await put({ bankAccount: { ...US, routingNumber: '1100 0000-0' } })).toMatchObject({ status: 200 })
    expect((await read()).settings.bankAccount).toEqual(US)
    const pia = await castPerson(place.app.pool, { name: 'Pia', hasPaid: false })
    const body = { idempotencyKey: randomUUID(), provider: 'transfer', purpose: 'membership' }
    const payment = await place.call('POST', '/api/payments', { token: pia.token, body })
    expect(payment.body).toMatchObject({ transfer: { ...US, reference: expect.stringMatching(/^RF/) } })
    await put({ bankAccount: null })
  })

  test('apply new bid increments to auctions created from now on; existing auctions and lots keep theirs', async () => {
    const { lotId, auctionId } = await castLot(place.app)
    const increments = [
      [0, 5000],
      [100_000, 20_000],
    ]
    const { body } = await preview({ increments })
    expect(body).toMatchObject({
      before: { increments: [5000, 10_000, 25_000] },
      after: { increments: [20_000, 20_000, 20_000] },
    })
    expect(await put({ increments })).toMatchObject({ status: 200, body: { settings: { increments } } })
    const termsOf = async (id: string) =>
      ((await place.call('GET', `/api/auctions/${id}/terms`)).body as { increments: number[][] }).increments
    expect(await termsOf(auctionId)).toEqual(DEFAULT_INCREMENTS)
    const standing = await place.app.pool.query('select terms from standing where lot_id = $1', [lotId])
    expect(standing.rows[0].terms.increments).toEqual(DEFAULT_INCREMENTS)
    const terms = usualAuctionTerms(await readCompanyTerms(place.app), 'timed')
    expect(terms.increments).toEqual(increments)
  })

  test('take steps in whole units of the currency, which has none smaller if it has no cents', async () => {
    const increments = [[0, 50]]
    expect((await preview({ increments })).status).toBe(400)
    await place.app.pool.query(`update standing set status = 'withdrawn' where status in ('open', 'scheduled')`)
    await place.app.pool.query('delete from purchase_due')
    expect((await preview({ increments, currency: 'JPY' })).status).toBe(200)
  })

  const LIMITED = 'Members have bidding limits in the current currency. Remove these limits first.'

  test('keep the currency while a lot is on sale or unpaid or a member has a bidding limit, and allow changing it when none is; the time zone at any time', async () => {
    const { lotId } = await castLot(place.app)
    expect(await put({ currency: 'EUR' })).toMatchObject({ status: 400 })
    expect((await preview({ currency: 'EUR' })).status).toBe(400)
    expect(await put({ timeZone: 'Europe/Amsterdam' })).toMatchObject({
      status: 200,
      body: { timeZone: 'Europe/Amsterdam' },
    })
    await place.app.pool.query(`update standing set status = 'withdrawn' where status in ('open', 'scheduled')`)
    await setPurchaseDue(place.app.db, lotId, ada.id, 500_00)
    expect(await put({ currency: 'EUR' })).toMatchObject({ status: 400 })
    await place.app.pool.query('delete from purchase_due')
    const limited = await castPerson(place.app.pool, { name: 'Chidi', biddingLimit: 500_000 })
    expect((await preview({ currency: 'EUR' })).status).toBe(400)
    expect(await put({ currency: 'EUR' })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'changes.currency', message: LIMITED }] } },
    })
    await place.app.pool.query('update account set bidding_limit = null where id = $1', [limited.id])
    expect(await put({ currency: 'EUR' })).toMatchObject({ status: 200, body: { currency: 'EUR' } })
    expect((await place.call('GET', '/api/company-terms')).body).toMatchObject({ currency: 'EUR' })
    await place.app.pool.query('delete from setting')
    forgetTerms(place.app)
  })

  const BAD: [string, object, string][] = [
    ['an IBAN with a slip', { bankAccount: { ...BANK, iban: 'DE02 1203 0000 0000 2020 52' } }, 'bankAccount.iban'],
    ['a BIC of ten letters', { bankAccount: { ...BANK, bic: 'BYLADEM100' } }, 'bankAccount.bic'],
    [
      'a routing number with a slip',
      { bankAccount: { ...US, routingNumber: '110000001' } },
      'bankAccount.routingNumber',
    ],
    [
      'a routing number of no bank',
      { bankAccount: { ...US, routingNumber: '000000000' } },
      'bankAccount.routingNumber',
    ],
    ['an account number of letters', { bankAccount: { ...US, accountNumber: '12-AB' } }, 'bankAccount.accountNumber'],
    ['an account of nobody', { bankAccount: { ...BANK, holder: ' ' } }, 'bankAccount.holder'],
    ['bands that do not begin at nothing', { premium: [{ from: 100, basisPoints: 1000 }] }, 'premium'],
    ['two fees of one name', { fixedFees: [1, 2].map((amount) => ({ label: 'Gate', amount })) }, 'fixedFees'],
    ['bid increments that does not begin at nothing', { increments: [[10_000, 2500]] }, 'increments'],
    [
      'bid increments whose bands fall',
      {
        increments: [
          [0, 1000],
          [50_000, 2500],
          [10_000, 5000],
        ],
      },
      'increments',
    ],
    ['a step of half a unit', { increments: [[0, 50]] }, 'increments'],
    ['bid increments without bands', { increments: [] }, 'increments'],
    ['a currency that there is not', { currency: 'ZZZ' }, 'currency'],
    ['a currency with thousandths', { currency: 'KWD' }, 'currency'],
    ['a clock that nobody can follow', { live: { startMs: 1000, extensionMs: 15_000 } }, 'live'],
    ['keeping documents forever', { documentRetentionDays: 5000 }, 'documentRetentionDays'],
    ['a zone that there is not', { timeZone: 'Springfield' }, 'timeZone'],
    ['a check of an identity that takes no day', { verificationDays: 0 }, 'verificationDays'],
    ['two thousand days to pay', { paymentDays: 2000 }, 'paymentDays'],
    ['numbers of both kinds that begin alike', { numbering: { invoice: 'A-', creditNote: 'A-' } }, 'numbering'],
    ['a beginning with a space', { numbering: { invoice: 'IN V', creditNote: 'C-' } }, 'numbering.invoice'],
    ['a company without a name', { companyName: '  ' }, 'companyName'],
    ['no tax ID', { legal: { name: 'Paddock', taxId: '', registration: 'x' } }, 'legal.taxId'],
    ['a fee with a fraction of a cent', { membershipFee: 99.5 }, 'membershipFee'],
    ['more than all as tax', { taxBasisPoints: 10_001 }, 'taxBasisPoints'],
  ]
  test.each(BAD)('refuse %s, name the field, and change nothing else either', async (_, changes, field) => {
    const before = await read()
    const answer = await put({ lateFee: 1, ...changes })
    expect(answer.status).toBe(400)
    const { details } = answer.body as { details: { fields: { field: string }[] } }
    expect(details.fields.map((one) => one.field).join()).toContain(field)
    expect((await read()).settings).toEqual(before.settings)
    expect((await preview(changes)).status).toBe(400)
  })

  test('are for the owner only', async () => {
    const kofi = await castPerson(place.app.pool, { name: 'Kofi', role: 'cashier' })
    expect((await place.call('GET', '/api/admin/settings', { token: kofi.token })).status).toBe(403)
    expect((await put({ lateFee: 1 }, {}, kofi)).status).toBe(403)
  })
})

test('a preview shows what an invoice at this moment would be, as it then is, and writes nothing', async () => {
  const changes: Partial<MoneySettings> = {
    premium: [{ from: 0, basisPoints: 2000 }],
    fixedFees: [],
    paymentDays: 10,
    membershipFee: 5000,
    numbering: { invoice: 'X', creditNote: 'Y' },
  }
  const stored = (await place.app.pool.query('select * from setting')).rows
  const { body } = await preview(changes)
  const { hammers, before, after } = body as { hammers: number[]; before: never; after: never }
  expect((await place.app.pool.query('select * from setting')).rows).toEqual(stored)
  expect(before).toMatchObject({ membershipFee: 9900, nextInvoice: expect.stringMatching(/^\d{4}-\d{6}$/) })
  expect(after).toMatchObject({ membershipFee: 5000, costs: [{ premium: hammers[0]! * 0.2, fees: 0 }, {}, {}] })
  await put(changes)
  const lotId = await room.sell(ada, 1, { hammer: hammers[1]! })
  await room.drain()
  const { items } = await room.list(ada)
  const invoice = items.find((one) => one.lotId === lotId)!
  const expected = after as { costs: { total: number }[]; dueOn: string; nextInvoice: string }
  expect(invoice).toMatchObject({
    total: expected.costs[1]!.total,
    number: expected.nextInvoice,
    dueOn: expected.dueOn,
  })
  expect((await readCompanyTerms(place.app)).membershipFee).toBe(5000)
})
