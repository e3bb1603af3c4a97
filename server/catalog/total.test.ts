import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SearchReply } from '#contract/catalog/catalog.ts'
import { costOf } from '#contract/invoices/costs.ts'
import { costsOfLot } from '#server/lots/cost-terms.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { forgetTerms } from '#server/platform/settings.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

type Priced = { id: string; price: number; total: number }

let place: TestServer
let ada: string
let lots: Priced[]

/** Lots of one price under three sets of fees; the last has no fixed fees. */
beforeAll(async () => {
  place = await openTestServer()
  ada = (await castPerson(place.app.pool, { name: 'Ada' })).token
  lots = []
  for (const premium of [1000, 2500, 0]) {
    await setPremium(premium)
    for (const price of [100_000, 250_000, 750_000]) lots.push(await priced(price))
  }
  await place.asOwner('alter table lot disable trigger costs_of_lot_stay')
  for (const price of [100_000, 740_000]) {
    const lot = await priced(price)
    await place.app.pool.query('update lot set cost_terms_id = null where id = $1', [lot.id])
    lots.push(lot)
  }
  await publish(lots.map(({ id }) => id))
  await vi.waitFor(async () => {
    if ((await search('', ada)).total !== lots.length) throw new Error('the catalog does not contain all lots yet')
  }, 8000)
})
afterAll(() => place.close())

async function setPremium(basisPoints: number): Promise<void> {
  await place.app.pool.query(
    `insert into setting (key, value) values ('premium', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify([{ from: 0, basisPoints }])],
  )
  forgetTerms(place.app)
}

async function priced(price: number): Promise<Priced> {
  const { lotId: id } = await castLot(place.app, { openingBid: price })
  const { total } = costOf(price, (await costsOfLot(place.app, place.app.db, id))!)
  return { id, price, total }
}

async function publish(lotIds: string[]): Promise<void> {
  await enqueue(place.app.db, 'lots-published', { lotIds })
}

async function search(query: string, token?: string) {
  const { status, body } = await place.call('GET', `/api/catalog?${query}`, token === undefined ? {} : { token })
  return { status, ...(body as SearchReply) }
}

test('a search up to a total finds the lots that cost at most that total, each by its own fees', async () => {
  const edges = lots.flatMap(({ total }) => [Math.floor(total / 100), Math.ceil(total / 100)])
  for (const most of [1, 1200, 1300, 2900, 3500, 8250, 9000, 10_000, 999_999_999, ...edges]) {
    const expected = lots.filter(({ total }) => total <= most * 100).map(({ id }) => id)
    const { items, total } = await search(`total=${most}`, ada)
    expect(items.map(({ id }) => id).toSorted(), `up to ${most}`).toEqual(expected.toSorted())
    expect(total).toBe(expected.length)
  }
})

test('it combines with other filters, and where nothing is left it can be undone', async () => {
  const cheap = lots.filter(({ price, total }) => price >= 200_000 && total <= 400_000)
  expect((await search('total=4000&price=2000-', ada)).total).toBe(cheap.length)
  const { total, loosen } = await search('total=10&price=7000-', ada)
  const dear = lots.filter(({ price }) => price >= 700_000).length
  expect([total, loosen]).toEqual([0, [{ drop: 'total', count: dear }]])
})

test('fees announced later are known at once, a total is a whole number, and prices are for those who may see them', async () => {
  await search('total=1000', ada)
  await setPremium(5000)
  const { id, total } = await priced(300_000)
  await publish([id])
  const finds = async (most: number) => (await search(`total=${most}`, ada)).items.some((lot) => lot.id === id)
  await expect.poll(() => finds(Math.ceil(total / 100)), { timeout: 8000 }).toBe(true)
  expect(await finds(Math.ceil(total / 100) - 1)).toBe(false)
  for (const wrong of ['-9000', '90.5', '1e9', '1234567890'])
    expect((await search(`total=${wrong}`, ada)).status).toBe(400)
  expect((await search('total=9000')).status).toBe(401)
  const milo = await castPerson(place.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
  expect((await search('total=9000', milo.token)).status).toBe(402)
  const body = { name: 'Cheap', query: 'total=9000', alert: true }
  expect((await place.call('POST', '/api/saved-searches', { token: milo.token, body })).status).toBe(402)
  expect((await place.call('POST', '/api/saved-searches', { token: ada, body })).status).toBe(201)
})
