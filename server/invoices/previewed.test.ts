import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { costOf } from '#contract/invoices/costs.ts'
import type { SettingsState } from '#contract/invoices/company-settings.ts'
import type { CostTermsOfLot } from '#contract/lots/lot-costs.ts'
import { forgetTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { saleroom } from './sale.test-support.ts'

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
beforeEach(async () => {
  await place.app.pool.query('delete from setting')
  forgetTerms(place.app)
})

/** The costs from which the preview next to a bid is computed. */
async function costsOf(lotId: string): Promise<CostTermsOfLot> {
  const { status, body } = await place.call('GET', `/api/lots/${lotId}/costs`, { token: ada.token })
  expect(status).toBe(200)
  return body as CostTermsOfLot
}

async function change(changes: object): Promise<void> {
  const { version } = (await place.call('GET', '/api/admin/settings', { token: olga.token })).body as SettingsState
  const body = { version, changes }
  expect((await place.call('PUT', '/api/admin/settings', { token: olga.token, body })).status).toBe(200)
}

async function invoiceOf(lotId: string) {
  await room.drain()
  return (await room.list(ada)).items.find((one) => one.lotId === lotId)!
}

const DEARER = {
  premium: [{ from: 0, basisPoints: 2500 }],
  fixedFees: [
    { label: 'Documentation', amount: 90_000 },
    { label: 'Something new', amount: 5000 },
  ],
  taxBasisPoints: 2100,
  taxByKind: { hammer: 2100, premium: null, fee: null, 'late-fee': null, storage: null },
  taxLabel: 'Another tax',
  lateFee: 70_000,
  storage: { freeDays: 0, perDay: 90_000 },
}

test('a buyer who bids while the owner raises every fee gets the previewed invoice, line for line', async () => {
  const { lotId } = await castLot(place.app, { buyNow: 500_000, buyNowUntil: 'price-reached' })
  const costs = await costsOf(lotId)
  const bid = (own: object) =>
    place.call('POST', `/api/lots/${lotId}/bids`, { token: ada.token, body: { bidId: randomUUID(), ...own } })
  expect((await bid({ kind: 'firm', amount: 10_000 })).status).toBe(200)
  await change(DEARER)
  expect(await costsOf(lotId)).toEqual(costs)
  expect((await bid({ kind: 'buy-now' })).status).toBe(200)
  const invoice = await invoiceOf(lotId)
  expect(invoice).toMatchObject({ ...costOf(500_000, costs) })
  const { document, forecast } = await room.detail(ada, invoice.id)
  expect(document.taxLabel).toBe(costs.taxLabel)
  // Later charges were announced with the lot too.
  expect(forecast.find(({ kind }) => kind === 'late-fee')?.total).toBe(costs.lateFee)
  expect(forecast.find(({ kind }) => kind === 'storage')?.total).toBe(costs.storage.perDay * 1.08)
})

test('changes by the owner apply to lots published from then on, and equal terms are one version', async () => {
  const before = await castLot(place.app)
  const referenceModel = await castLot(place.app)
  await change(DEARER)
  const after = await castLot(place.app)
  const [old, equal, own] = [
    await costsOf(before.lotId),
    await costsOf(referenceModel.lotId),
    await costsOf(after.lotId),
  ]
  expect(equal).toEqual(old)
  expect(own).toMatchObject(DEARER)
  expect(own.version).not.toBe(old.version)
})

test('every invoice equals its preview, whatever the owner changes between', async () => {
  const Fees = fc.record({
    premium: fc.integer({ min: 0, max: 3000 }).map((basisPoints) => [{ from: 0, basisPoints }]),
    fixedFees: fc
      .array(fc.nat(50_000), { maxLength: 4 })
      .map((all) => all.map((amount, n) => ({ label: `Fee ${n}`, amount }))),
    taxBasisPoints: fc.integer({ min: 0, max: 3000 }),
  })
  await fc.assert(
    fc.asyncProperty(Fees, Fees, fc.integer({ min: 1, max: 90_000_000 }), async (shown, later, hammer) => {
      await change(shown)
      const lotId = await room.sell(ada, 1, { hammer })
      const preview = costOf(hammer, await costsOf(lotId))
      await change(later)
      expect(await invoiceOf(lotId)).toMatchObject(preview)
    }),
    { numRuns: 12 },
  )
})

test('announced costs cannot be changed even in the database, and a lot keeps its own', async () => {
  const { lotId } = await castLot(place.app)
  const { pool } = place.app
  await expect(pool.query(`update cost_terms set terms = '{}'`)).rejects.toThrow('permission denied')
  await expect(pool.query('delete from cost_terms')).rejects.toThrow('permission denied')
  await expect(pool.query('update lot set cost_terms_id = null where id = $1', [lotId])).rejects.toThrow(
    'with its costs',
  )
})

test('a lot from before costs were fixed has the current ones, which the next start fixes', async () => {
  const { lotId } = await castLot(place.app)
  const { pool } = place.app
  await place.asOwner('alter table lot disable trigger costs_of_lot_stay')
  await pool.query('update lot set cost_terms_id = null where id = $1', [lotId])
  await place.asOwner('alter table lot enable trigger costs_of_lot_stay')
  const present = await costsOf(lotId)
  const again = await openTestServer({ databaseUrl: place.app.config.databaseUrl! })
  await again.close()
  await change(DEARER)
  expect(await costsOf(lotId)).toEqual(present)
})

test('the costs of a missing lot are not found', async () => {
  expect((await place.call('GET', `/api/lots/${randomUUID()}/costs`, { token: ada.token })).status).toBe(404)
  expect((await place.call('GET', `/api/lots/${(await castLot(place.app)).lotId}/costs`)).status).toBe(401)
})
