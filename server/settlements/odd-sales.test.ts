import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_COMMISSION, type Commission } from '#contract/sellers/commission.ts'
import { cancelByCashier } from '#server/invoices/admin/admin-actions.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { termsChanged } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import type { CastLot } from '#test/inventory.ts'
import { castConsigned, castSeller, endLot, IBAN, payoutDesk, SCHEME, US_BANK } from './settlements.test-support.ts'

const HAMMER = 800_000
const NET = 735_000
/** Everything, and as much again as tax. */
const GREEDY: Commission = { ...NO_COMMISSION, bands: [{ from: 0, basisPoints: 10_000 }], taxBasisPoints: 10_000 }

let place: TestServer
let desk: ReturnType<typeof payoutDesk>
let kofi: CastMember
let ada: CastMember

beforeAll(async () => {
  place = await openTestServer()
  kofi = await castPerson(place.app.pool, { name: 'Kofi', role: 'cashier' })
  ada = await castPerson(place.app.pool, { name: 'Ada' })
  desk = payoutDesk(place, kofi)
})
afterAll(() => place.close())

async function invoiceOf({ lotId }: CastLot): Promise<string> {
  const found = await place.app.pool.query<{ id: string }>('select id from invoice where lot_id = $1', [lotId])
  return found.rows[0]!.id
}

/** A lot that was sold and paid, and is on a statement. */
async function stated(sellerId: string, hammer = HAMMER, currency = 'USD'): Promise<CastLot> {
  const lot = await castConsigned(place, sellerId)
  await place.app.pool.query('update auction set currency = $2 where id = $1', [lot.auctionId, currency])
  await endLot(place, lot, { buyer: ada, hammer })
  await saleroom(place).payAll(ada, await invoiceOf(lot))
  expect((await desk.issue(lot.auctionId, [sellerId])).status).toBe(200)
  return lot
}

async function payOut(sellerId: string) {
  const due = await desk.statements(`sellerId=${sellerId}&state=due`)
  const made = await desk.make(
    'csv',
    due.map(({ id }) => id),
  )
  if (made.status !== 201) return made
  const { id } = made.body as { id: string }
  return desk.call('POST', `/payouts/${id}/paid`, { reason: 'The bank called' })
}

const set = (key: string, value: object) =>
  place.app.pool.query('insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = $2', [
    key,
    JSON.stringify(value),
  ])
const balance = (sellerId: string) => desk.balance(`seller:${sellerId}`)
const states = async (sellerId: string) =>
  (await desk.statements(`sellerId=${sellerId}`)).map(({ net, state }) => [net, state])

async function expectBalancedLedger(): Promise<void> {
  const { rows } = await place.app.pool.query(
    'select currency from money_entry group by currency having sum(amount) <> 0',
  )
  expect(rows).toEqual([])
}

test('a commission that takes more than the price leaves a debt, which the next payout takes off', async () => {
  const sellerId = await castSeller(place, { commission: GREEDY })
  await stated(sellerId)
  expect(await states(sellerId)).toEqual([[-HAMMER, 'owed-by-seller']])
  await place.app.pool.query('update seller set commission = $2 where id = $1', [sellerId, SCHEME])
  await stated(sellerId)
  const refused = await payOut(sellerId)
  expect(refused).toMatchObject({ status: 409, body: { code: 'nothing-to-pay' } })
  await stated(sellerId)
  expect((await payOut(sellerId)).status).toBe(200)
  expect((await states(sellerId)).map(([, state]) => state)).toEqual(['paid', 'paid', 'paid'])
  expect(await balance(sellerId)).toBe(0)
  await expectBalancedLedger()
})

test('a commission of the whole price is settled with its statement', async () => {
  const sellerId = await castSeller(place, { commission: { ...GREEDY, taxBasisPoints: 0 } })
  await stated(sellerId)
  expect(await states(sellerId)).toEqual([[0, 'paid']])
  expect(await balance(sellerId)).toBe(0)
})

test('a sale that is undone after its statement is not paid out: a new statement takes it off first', async () => {
  const sellerId = await castSeller(place)
  const lot = await stated(sellerId)
  await cancelByCashier(place.app, kofi.id, await invoiceOf(lot), { cause: 'correction', reason: 'a mistake' })
  await place.app.outbox.drain()
  expect(await payOut(sellerId)).toMatchObject({ status: 409, body: { code: 'sale-corrected' } })
  expect((await desk.issue(lot.auctionId, [sellerId])).status).toBe(200)
  expect(await payOut(sellerId)).toMatchObject({ status: 409, body: { code: 'nothing-to-pay' } })
  await stated(sellerId)
  expect((await payOut(sellerId)).status).toBe(200)
  expect(await balance(sellerId)).toBe(0)
  await expectBalancedLedger()
})

test('a sale that is undone after its payout is owed back, and the next payout is less', async () => {
  const sellerId = await castSeller(place)
  const lot = await stated(sellerId)
  expect((await payOut(sellerId)).status).toBe(200)
  await cancelByCashier(place.app, kofi.id, await invoiceOf(lot), { cause: 'correction', reason: 'a mistake' })
  await place.app.outbox.drain()
  expect(await balance(sellerId)).toBe(NET)
  expect((await desk.issue(lot.auctionId, [sellerId])).status).toBe(200)
  await stated(sellerId)
  await stated(sellerId)
  expect((await payOut(sellerId)).status).toBe(200)
  expect(await balance(sellerId)).toBe(0)
  await expectBalancedLedger()
})

test.each([
  ['nacha', 'USD', US_BANK, 12_000_000_000],
  ['sepa', 'EUR', IBAN, 120_000_000_000],
] as const)(
  'a payment that is larger than a %s file can carry is refused for it, and can be paid otherwise',
  async (format, currency, bank, hammer) => {
    await set('legal', { name: 'Paddock Auctions LLC', taxId: '12-3456789', registration: '' })
    await set('bankAccount', { ...bank, holder: 'Paddock Auctions' })
    termsChanged(place.app)
    const sellerId = await castSeller(place, { bank, commission: NO_COMMISSION })
    await stated(sellerId, hammer, currency)
    const [statement] = await desk.statements(`sellerId=${sellerId}`)
    expect(await desk.make(format, [statement!.id])).toMatchObject({ status: 409, body: { code: 'wrong-format' } })
    expect((await desk.make('csv', [statement!.id])).status).toBe(201)
  },
)
