import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SearchReply } from '#contract/catalog/catalog.ts'
import { newId } from '#server/platform/id.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { forgetTerms } from '#server/platform/settings.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

/** Opening bids in minor units. No auction can be in dinars; the catalog doesn't rely on it. */
const PRICES = {
  EUR: [90_000, 450_000, 2_600_000],
  JPY: [90_000, 450_000, 2_600_000],
  KWD: [450_000, 2_600_000],
} as const
type Currency = keyof typeof PRICES

let place: TestServer
let ada: string
/** By lot. */
const names = new Map<string, string>()
const auctions = {} as Record<Currency, string>

beforeAll(async () => {
  place = await openTestServer()
  const { app } = place
  ada = (await castPerson(app.pool, { name: 'Ada' })).token
  await app.pool.query(`insert into setting (key, value) values ('currency', '"EUR"')`)
  forgetTerms(app)
  for (const currency of ['EUR', 'JPY', 'KWD'] as const) {
    const auctionId = (auctions[currency] = newId())
    for (const [place, openingBid] of PRICES[currency].entries()) {
      const { lotId } = await castLot(app, { isFree: true, auctionId, position: place + 1, currency, openingBid })
      names.set(lotId, `${currency} ${openingBid}`)
    }
  }
  await enqueue(app.db, 'lots-published', { lotIds: [...names.keys()] })
  // A search that is saved later must not be alerted of these lots.
  await app.outbox.drain()
  await vi.waitUntil(async () => (await search('')).total === names.size, 8000)
})

afterAll(() => place.close())

async function search(query: string): Promise<SearchReply> {
  const { status, body } = await place.call('GET', `/api/catalog?${query}`, { token: ada })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as SearchReply
}

const found = async (query: string) => (await search(query)).items.map(({ id }) => names.get(id))

test('a price filter is an amount in the company’s currency, and finds no lot of another currency', async () => {
  expect(await found('price=-10000&sort=price-low')).toEqual(['EUR 90000', 'EUR 450000'])
  expect(await found('price=10000-')).toEqual(['EUR 2600000'])
  expect(await found('price=4500')).toEqual(['EUR 450000'])
  expect(await found('total=5000&sort=price-low')).toEqual(['EUR 90000', 'EUR 450000'])
  expect((await search('price=-10000')).currency).toBe('EUR')
})

test('within auctions of one currency it is in that, with as many digits as the currency has', async () => {
  expect(await found(`auction=${auctions.JPY}&price=-1000000&sort=price-low`)).toEqual(['JPY 90000', 'JPY 450000'])
  expect(await found(`auction=${auctions.JPY}&price=450000`)).toEqual(['JPY 450000'])
  expect(await found(`auction=${auctions.JPY}&total=600000&sort=price-low`)).toEqual(['JPY 90000', 'JPY 450000'])
  expect(await found(`auction=${auctions.KWD}&price=-450`)).toEqual(['KWD 450000'])
  expect(await found(`auction=${auctions.KWD}&total=600`)).toEqual(['KWD 450000'])
  expect((await search(`auction=${auctions.JPY}`)).currency).toBe('JPY')
  expect(await found(`auction=${auctions.JPY},${auctions.EUR}&price=-1000&sort=price-low`)).toEqual(['EUR 90000'])
})

test('the counts by price are of lots in that currency, in steps of its size', async () => {
  const counted = async (query: string) => {
    const { values } = (await search(query)).facets.find(({ facet }) => facet === 'price')!
    const filled = values.filter(({ count }) => count !== 0).map(({ value, count }) => [Number(value), count])
    return { filled, ends: [values[0]?.value, values.at(-1)?.value] }
  }
  const euros = { filled: [[500, 1], [4000, 1], [25_000, 1]], ends: ['500', '30000'] } // prettier-ignore
  expect(await counted('')).toEqual(euros)
  expect(await counted('price=-600')).toEqual(euros)
  expect(await counted(`auction=${auctions.JPY}`)).toEqual({
    filled: [[75_000, 1], [400_000, 1], [2_500_000, 1]], // prettier-ignore
    ends: ['75000', '3000000'],
  })
  expect((await counted(`auction=${auctions.KWD}`)).filled).toEqual([[0, 1], [2500, 1]]) // prettier-ignore
})

test('ordered by price, lots of one currency stay together, those of the search’s currency first', async () => {
  const yen = ['JPY 90000', 'JPY 450000', 'JPY 2600000']
  const dinars = ['KWD 450000', 'KWD 2600000']
  const euros = ['EUR 90000', 'EUR 450000', 'EUR 2600000']
  expect(await found('sort=price-low')).toEqual([...euros, ...yen, ...dinars])
  expect(await found('sort=price-high')).toEqual([...euros.toReversed(), ...yen.toReversed(), ...dinars.toReversed()])
  const both = `auction=${auctions.JPY},${auctions.KWD}`
  expect(await found(`${both}&sort=price-high`)).toEqual([...yen.toReversed(), ...dinars.toReversed()])
  const pages: (string | undefined)[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: SearchReply = await search(`sort=price-high&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    pages.push(...page.items.map(({ id }) => names.get(id)))
    cursor = page.next
  }
  expect(pages).toEqual(await found('sort=price-high'))
})

test('a saved search alerts of lots in the company’s currency alone', async () => {
  const body = { name: 'Cheap', query: 'price=-9000', alert: true }
  expect((await place.call('POST', '/api/saved-searches', { token: ada, body })).status).toBe(201)
  const [euros, yen] = [
    await castLot(place.app, { isFree: true, currency: 'EUR', openingBid: 800_000 }),
    await castLot(place.app, { isFree: true, currency: 'JPY', openingBid: 800_000 }),
  ]
  await enqueue(place.app.db, 'lots-published', { lotIds: [euros.lotId, yen.lotId] })
  await place.app.outbox.drain()
  const { rows } = await place.app.pool.query<{ lot_id: string }>('select lot_id from saved_search_find')
  expect(rows.map(({ lot_id: lotId }) => lotId)).toEqual([euros.lotId])
})

test('the assistant says and searches a price in the company’s currency', async () => {
  await place.app.pool.query(`update setting set value = '"JPY"' where key = 'currency'`)
  forgetTerms(place.app)
  const body = { question: 'any cars under 500,000?', passages: [] }
  const { body: reply } = await place.call('POST', '/api/assistant/answers', { token: ada, body })
  expect(reply).toMatchObject({ answer: { text: '2 lots on sale match up to ¥500,000.' } })
})
