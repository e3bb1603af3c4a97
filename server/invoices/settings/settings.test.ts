import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MoneySettings, SettingsState } from '#contract/house-settings.ts'
import { DEFAULT_LADDER } from '#engine'
import { usualSaleTerms } from '#server/auctions/create-auction.ts'
import { forgetTerms, readHouseTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { saleroom } from '../sale.test-model.ts'

let place: TestHouse
let room: ReturnType<typeof saleroom>
let olga: CastMember
let ada: CastMember

beforeAll(async () => {
  place = await openHouse()
  room = saleroom(place)
  olga = await castPerson(place.house.pool, { name: 'Olga', role: 'owner' })
  ada = await castPerson(place.house.pool, { name: 'Ada' })
})
afterAll(() => place.close())
beforeEach(() => place.house.pool.query('delete from setting'))

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

describe('the settings about money', () => {
  test('hold at once for the next lot that is published, and not for invoices that were issued', async () => {
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

  test('are shown everywhere at once, by other processes within moments', async () => {
    const other = await openHouse({ databaseUrl: place.house.databaseUrl })
    const feeOf = async (at: TestHouse) =>
      ((await at.call('GET', '/api/house-terms')).body as { membershipFee: number }).membershipFee
    expect([await feeOf(place), await feeOf(other)]).toEqual([9900, 9900])
    for (const membershipFee of [12_300, 12_400]) {
      expect((await put({ membershipFee })).status).toBe(200)
      expect(await feeOf(place)).toBe(membershipFee)
      await expect.poll(() => feeOf(other), { timeout: 900, interval: 20 }).toBe(membershipFee)
    }
    await other.close()
  })

  test('are changed with a row in the audit log for each, with what stood before and after; what is equal is no change', async () => {
    const { settings } = await read()
    await put({ lateFee: 6000, paymentDays: settings.paymentDays, taxLabel: 'VAT' }, { reason: 'New year' })
    const { history } = await read()
    expect(history.slice(0, 2).toSorted((a, b) => (a.setting < b.setting ? -1 : 1))).toMatchObject([
      { setting: 'lateFee', before: 5000, after: 6000, by: 'Olga', reason: 'New year' },
      { setting: 'taxLabel', before: 'Sales tax', after: 'VAT', by: 'Olga' },
    ])
    expect(history.filter(({ setting }) => setting === 'paymentDays')).toEqual([])
  })

  test('are not changed from what somebody else has changed meanwhile: of many at once one is', async () => {
    const { version } = await read()
    const answers = await Promise.all([100, 200, 300, 400].map((lateFee) => put({ lateFee }, { version })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'settings-changed' })
  })

  test('take a bank account whose check digits fit, and offer transfers by it at once; none takes them away', async () => {
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

  test('take an account in the United States, by its routing and account number, and send payers to it', async () => {
    expect(await put({ bankAccount: { ...US, routingNumber: '1100 0000-0' } })).toMatchObject({ status: 200 })
    expect((await read()).settings.bankAccount).toEqual(US)
    const pia = await castPerson(place.house.pool, { name: 'Pia', hasPaid: false })
    const body = { idempotencyKey: randomUUID(), provider: 'transfer', purpose: 'membership' }
    const payment = await place.call('POST', '/api/payments', { token: pia.token, body })
    expect(payment.body).toMatchObject({ transfer: { ...US, reference: expect.stringMatching(/^RF/) } })
    await put({ bankAccount: null })
  })

  test('a new ladder holds for the sales entered from now on; sales and lots that there are keep theirs', async () => {
    const { lotId, auctionId } = await castLot(place.house)
    const ladder = [
      [0, 5000],
      [100_000, 20_000],
    ]
    const { body } = await preview({ ladder })
    expect(body).toMatchObject({
      before: { increments: [5000, 10_000, 25_000] },
      after: { increments: [20_000, 20_000, 20_000] },
    })
    expect(await put({ ladder })).toMatchObject({ status: 200, body: { settings: { ladder } } })
    const termsOf = async (id: string) =>
      ((await place.call('GET', `/api/auctions/${id}/terms`)).body as { ladder: number[][] }).ladder
    expect(await termsOf(auctionId)).toEqual(DEFAULT_LADDER)
    const standing = await place.house.pool.query('select terms from standing where lot_id = $1', [lotId])
    expect(standing.rows[0].terms.ladder).toEqual(DEFAULT_LADDER)
    const terms = usualSaleTerms(await readHouseTerms(place.house), 'timed')
    expect(terms.ladder).toEqual(ladder)
  })

  test('the currency stays while a lot is on sale, and can be changed when none is; the zone can at any time', async () => {
    await castLot(place.house)
    expect(await put({ currency: 'EUR' })).toMatchObject({ status: 400 })
    expect((await preview({ currency: 'EUR' })).status).toBe(400)
    expect(await put({ timeZone: 'Europe/Amsterdam' })).toMatchObject({
      status: 200,
      body: { timeZone: 'Europe/Amsterdam' },
    })
    await place.house.pool.query(`update standing set status = 'withdrawn' where status in ('open', 'scheduled')`)
    expect(await put({ currency: 'EUR' })).toMatchObject({ status: 200, body: { currency: 'EUR' } })
    expect((await place.call('GET', '/api/house-terms')).body).toMatchObject({ currency: 'EUR' })
    await place.house.pool.query('delete from setting')
    forgetTerms(place.house)
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
    ['a ladder that does not begin at nothing', { ladder: [[10_000, 2500]] }, 'ladder'],
    [
      'a ladder whose bands fall',
      {
        ladder: [
          [0, 1000],
          [50_000, 2500],
          [10_000, 5000],
        ],
      },
      'ladder',
    ],
    ['a step of half a unit', { ladder: [[0, 50]] }, 'ladder'],
    ['a ladder without bands', { ladder: [] }, 'ladder'],
    ['a currency that there is not', { currency: 'ZZZ' }, 'currency'],
    ['a currency without hundredths', { currency: 'JPY' }, 'currency'],
    ['a zone that there is not', { timeZone: 'Springfield' }, 'timeZone'],
    ['a check of an identity that takes no day', { verificationDays: 0 }, 'verificationDays'],
    ['two thousand days to pay', { paymentDays: 2000 }, 'paymentDays'],
    ['numbers of both kinds that begin alike', { numbering: { invoice: 'A-', creditNote: 'A-' } }, 'numbering'],
    ['a beginning with a space', { numbering: { invoice: 'IN V', creditNote: 'C-' } }, 'numbering.invoice'],
    ['a house without a name', { houseName: '  ' }, 'houseName'],
    ['no tax ID', { legal: { name: 'Paddock', taxId: '', registration: 'x' } }, 'legal.taxId'],
    ['a fee with a fraction of a cent', { membershipFee: 99.5 }, 'membershipFee'],
    ['more than all as tax', { taxBasisPoints: 10_001 }, 'taxBasisPoints'],
  ]
  test.each(BAD)('refuse %s, name the field, and change nothing beside it either', async (_, changes, field) => {
    const before = await read()
    const answer = await put({ lateFee: 1, ...changes })
    expect(answer.status).toBe(400)
    const { details } = answer.body as { details: { fields: { field: string }[] } }
    expect(details.fields.map((one) => one.field).join()).toContain(field)
    expect((await read()).settings).toEqual(before.settings)
    expect((await preview(changes)).status).toBe(400)
  })

  test('are the owner’s alone', async () => {
    const kofi = await castPerson(place.house.pool, { name: 'Kofi', role: 'cashier' })
    expect((await place.call('GET', '/api/admin/settings', { token: kofi.token })).status).toBe(403)
    expect((await put({ lateFee: 1 }, {}, kofi)).status).toBe(403)
  })
})

test('a preview says what an invoice of this moment would be, as it then is, and writes nothing', async () => {
  const changes: Partial<MoneySettings> = {
    premium: [{ from: 0, basisPoints: 2000 }],
    fixedFees: [],
    paymentDays: 10,
    membershipFee: 5000,
    numbering: { invoice: 'X', creditNote: 'Y' },
  }
  const stored = (await place.house.pool.query('select * from setting')).rows
  const { body } = await preview(changes)
  const { hammers, before, after } = body as { hammers: number[]; before: never; after: never }
  expect((await place.house.pool.query('select * from setting')).rows).toEqual(stored)
  expect(before).toMatchObject({ membershipFee: 9900, nextInvoice: expect.stringMatching(/^\d{4}-\d{6}$/) })
  expect(after).toMatchObject({ membershipFee: 5000, costs: [{ premium: hammers[0]! * 0.2, fees: 0 }, {}, {}] })
  await put(changes)
  const lotId = await room.sell(ada, 1, { hammer: hammers[1] })
  await room.drain()
  const { items } = await room.list(ada)
  const invoice = items.find((one) => one.lotId === lotId)!
  const expected = after as { costs: { total: number }[]; dueOn: string; nextInvoice: string }
  expect(invoice).toMatchObject({
    total: expected.costs[1]!.total,
    number: expected.nextInvoice,
    dueOn: expected.dueOn,
  })
  expect((await readHouseTerms(place.house)).membershipFee).toBe(5000)
})
