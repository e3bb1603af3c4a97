import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CatalogFilter, type FacetCounts, type SearchReply } from '#contract/catalog/catalog.ts'
import { SORTS } from '#contract/catalog/facets.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castManyLots, drawQuery, seeded } from '#test/many-lots.ts'
import { cardsFor, spelled, type Card } from '#test/naive-catalog.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'

const SEED = 20_261_121
const LOTS = 2000

let server: TestServer
let cards: Card[]
let ada: string

beforeAll(async () => {
  server = await openTestServer()
  cards = await castManyLots(server.app, LOTS, SEED)
  ada = (await castPerson(server.app.pool, { name: 'Ada' })).token
  const all = async () => (await search({ state: 'open,scheduled,ended' })).total
  await vi.waitUntil(async () => (await all()) === LOTS, { timeout: 60_000, interval: 100 })
}, 90_000)

afterAll(() => server.close())

async function search(query: Record<string, string | number>, token: string | null = ada): Promise<SearchReply> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  const { status, body } = await server.call('GET', `/api/catalog?${text}`, token === null ? {} : { token })
  expect(status, `${text}: ${JSON.stringify(body)}`).toBe(200)
  return body as SearchReply
}

async function everything(query: Record<string, string>): Promise<{ ids: string[]; first: SearchReply }> {
  const first = await search({ ...query, limit: 60 })
  const ids = first.items.map(({ id }) => id)
  for (let cursor = first.next; cursor !== null;) {
    const page = await search({ ...query, limit: 60, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next
  }
  return { ids, first }
}

function countOf(facets: readonly FacetCounts[], facet: string, value: string): number {
  return facets.find((one) => one.facet === facet)?.values.find((one) => one.value === value)?.count ?? 0
}

describe('search results', () => {
  test('match a naive scan over all lots, each lot once, for any mix of filters', async () => {
    const draw = seeded(SEED)
    let found = 0
    for (let turn = 0; turn < 60; turn += 1) {
      const query = drawQuery(draw, cards)
      const expected = cardsFor(cards, CatalogFilter.parse(query), Date.now())
      const first = await search({ ...query, limit: 60 })
      expect(first.total, JSON.stringify(query)).toBe(expected.length)
      const ids = new Set(expected.map(({ id }) => id))
      expect(first.items.filter(({ id }) => !ids.has(id))).toEqual([])
      expect(first.items).toHaveLength(Math.min(60, expected.length))
      found += expected.length
    }
    expect(found).toBeGreaterThan(700)
  })

  test.each(SORTS)('are in the order “%s”, page by page, without a gap or a duplicate', async (sort) => {
    const query = { make: 'ford,toyota', state: 'open,ended', sort }
    const expected = cardsFor(cards, { make: query.make, state: query.state }, Date.now())
    const { ids } = await everything(query)
    expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    const byId = new Map(cards.map((card) => [card.id, card]))
    const keys = ids.map((id) => keyOf(byId.get(id)!, sort))
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
  })

  test('are counted in each facet as if that facet had no filter of its own', async () => {
    const query = { make: 'toyota', body: 'suv,sedan', colour: 'white', year: '2005-2024' }
    const { facets, total } = await search(query)
    expect(total).toBe(cardsFor(cards, query, Date.now()).length)
    for (const body of ['suv', 'sedan', 'van']) {
      expect(countOf(facets, 'body', body)).toBe(cardsFor(cards, { ...query, body }, Date.now()).length)
    }
    for (const make of ['toyota', 'ford', 'mercedes-benz', 'skoda']) {
      expect(countOf(facets, 'make', make)).toBe(cardsFor(cards, { ...query, make }, Date.now()).length)
    }
    for (const damage of ['none', 'hail', 'front-end']) {
      expect(countOf(facets, 'damage', damage)).toBe(cardsFor(cards, { ...query, damage }, Date.now()).length)
    }
    expect(countOf(facets, 'year', '2012')).toBe(cardsFor(cards, { ...query, year: '2012' }, Date.now()).length)
    expect(countOf(facets, 'state', 'sold')).toBe(cardsFor(cards, { ...query, state: 'sold' }, Date.now()).length)
    expect(countOf(facets, 'ending', '7d')).toBe(cardsFor(cards, { ...query, ending: '7d' }, Date.now()).length)
    const prices = facets.find(({ facet }) => facet === 'price')!.values
    expect(prices.reduce((sum, { count }) => sum + count!, 0)).toBe(total)
  })

  test('keep a make whole where only another one was narrowed to a model', async () => {
    const { total } = await search({ make: 'ford,toyota', model: 'ford/f-150' })
    const fords = cardsFor(cards, { make: 'ford', model: 'ford/f-150' }, Date.now())
    expect(fords.every(({ model }) => model === 'F-150')).toBe(true)
    expect(total).toBe(fords.length + cardsFor(cards, { make: 'toyota' }, Date.now()).length)
  })
})

function keyOf(card: Card, sort: string): number {
  const isOver = card.status === 'sold' || card.status === 'passed'
  switch (sort) {
    case 'new':
      return -card.publishedAt
    case 'price-low':
      return card.price
    case 'price-high':
      return -card.price
    case 'year-new':
      return -card.year
    case 'year-old':
      return card.year
    case 'odometer':
      return card.kilometres ?? Infinity
    default:
      return isOver ? 1e14 - card.endsAt : card.endsAt
  }
}

describe('search words', () => {
  const modelsOf = async (q: string) => {
    const reply = await search({ q, limit: 60, state: 'open,scheduled,ended' })
    const byId = new Map(cards.map((card) => [card.id, card]))
    return { ...reply, models: new Set(reply.items.map(({ id }) => spelled(byId.get(id)!.model))) }
  }

  test('find “F-150” however it is written', async () => {
    const totals: (number | null)[] = []
    for (const q of ['ford f150', 'F-150', 'f 150 ford', 'FORD  F 150']) {
      const { models, total } = await modelsOf(q)
      expect([...models], q).toEqual(['f-150'])
      totals.push(total)
    }
    expect(new Set(totals).size).toBe(1)
    expect([...(await modelsOf('cx 5')).models]).toEqual(['cx-5'])
    expect([...(await modelsOf('e220')).models]).toEqual(['e-220'])
  })

  test('forgive a typo and say what was searched instead', async () => {
    const { models, instead } = await modelsOf('toyta camri')
    expect([...models]).toEqual(['camry'])
    expect(instead).toEqual([
      { word: 'toyta', used: ['toyota'] },
      { word: 'camri', used: ['camry'] },
    ])
    expect((await modelsOf('camry')).instead).toEqual([])
  })

  test('match accented letters without accents', async () => {
    expect((await modelsOf('skoda octavia')).total).toBeGreaterThan(0)
    expect((await modelsOf('citroën')).total).toBe((await modelsOf('citroen')).total)
  })

  test('find a lot by its number, and, for those who can see prices, by its VIN or the end of it', async () => {
    const card = cards[17]!
    const only = async (q: string, token: string | null) =>
      (await search({ q, state: 'open,scheduled,ended' }, token)).items.map(({ id }) => id)
    expect((await only(String(card.lotNumber), null))[0]).toBe(card.id)
    const { rows } = await server.app.pool.query<{ vin: string }>(
      'select vin from vehicle v join lot l on l.vehicle_id = v.id where l.id = $1',
      [card.id],
    )
    const vin = rows[0]!.vin
    for (const q of [vin, vin.slice(-8), vin.slice(-6).toLowerCase()]) expect(await only(q, ada)).toContain(card.id)
    expect(await only(vin, null)).toEqual([])
  })

  test('that match no lot say which ones to remove', async () => {
    const { total, loosen, items } = await search({ q: 'camry zzyzx', colour: 'white' })
    expect([total, items]).toEqual([0, []])
    expect(loosen[0]).toEqual({ drop: 'q', count: cardsFor(cards, { colour: 'white' }, Date.now()).length })
  })
})

describe('a visitor', () => {
  test('finds lots by the words of the public facts, and by synonyms', async () => {
    const { rows } = await server.app.pool.query<{ id: string }>(
      `update vehicle set body = 'saloon', facts = facts || '{"gearbox": "dual-clutch", "drive": "four-selectable", "titleBrand":
         "theft-recovery", "fuel": "ethanol-flex", "colour": "several", "damagePrimary": "rollover", "location": "Kirkenes"}'
       where id in (select vehicle_id from lot join standing s on s.lot_id = lot.id where s.status = 'open' order by lot_number
         limit 3) returning id`,
    )
    await enqueue(server.app.db, 'vehicles-changed', { vehicleIds: rows.map(({ id }) => id) })
    const totalOf = async (query: Record<string, string>) => (await search({ ...query, limit: 60 }, null)).total
    await expect.poll(() => totalOf({ body: 'saloon' }), { timeout: 8000 }).toBe(3)
    const words = [
      'saloon',
      'dual clutch',
      '4x4',
      'stolen',
      'recovered',
      'ethanol',
      'e85',
      'several',
      'rolled',
      'rollover',
    ]
    for (const q of [...words, 'kirkenes', 'kirkenez', 'limousine', 'vehicle stolen in Kirkenes', 'limo 4wd dsg']) {
      expect(await totalOf({ q }), q).toBe(3)
    }
    expect(await totalOf({ q: 'sedan' })).toBe((await totalOf({ body: 'sedan' }))! + 3)
    expect((await search({ q: 'kirkenez' }, null)).instead).toEqual([{ word: 'kirkenez', used: ['kirkenes'] }])
  })

  test('finds a lot whose name has a fact word in it, and nothing by price', async () => {
    const { app } = server
    const open = cards.filter(({ status }) => status === 'open')
    const [named, told] = [open.at(-2)!, open.at(-3)!]
    await app.pool.query('update standing set price = 71234500 where lot_id = $1', [told.id])
    const vehicle = await app.pool.query<{ id: string }>(
      `update vehicle set facts = facts || '{"location": "Quokka"}' where id = (select vehicle_id from lot where id = $1) returning id`,
      [told.id],
    )
    const other = await app.pool.query<{ vehicle_id: string }>(
      `update lot set title = title || ' Quokka' where id = $1 returning vehicle_id`,
      [named.id],
    )
    const vehicleIds = [vehicle.rows[0]!.id, other.rows[0]!.vehicle_id]
    await enqueue(app.db, 'vehicles-changed', { vehicleIds })
    const found = async (q: string) => (await search({ q }, null)).items.map(({ id }) => id)
    await expect.poll(() => found('quokka'), { timeout: 8000 }).toEqual([named.id, told.id])
    expect(await found('quoka')).toEqual([named.id, told.id])
    for (const q of ['71234500', '712345', 'quokka 712345']) expect(await found(q)).toEqual([])
  })

  test('gets models only of the makes that are chosen', async () => {
    const { facets } = await search({ make: 'toyota' })
    const models = facets.find(({ facet }) => facet === 'model')!.values
    expect(new Set(models.map(({ value }) => value.split('/')[0]))).toEqual(new Set(['toyota']))
  })

  test('gets lot summaries with the facts that a visitor may see, and no price or result', async () => {
    const { items, facets } = await search({ make: 'toyota', state: 'ended' }, null)
    expect(items.length).toBeGreaterThan(0)
    const seen = items.map(({ facts, memberFacts, watching }) => [Object.keys(facts).join(), memberFacts, watching])
    expect(new Set(seen.map(String))).toEqual(new Set(['year,odometer,titleBrand,isInspected,runState,,']))
    expect(facets.find(({ facet }) => facet === 'price')).toBeUndefined()
    const states = facets.find(({ facet }) => facet === 'state')!.values.map(({ value }) => value)
    expect(states).toEqual(['open', 'scheduled', 'ended'])
  })

  test('cannot filter or sort by price, nor by how a lot ended', async () => {
    const status = async (query: string, token?: string) =>
      (await server.call('GET', `/api/catalog?${query}`, token === undefined ? {} : { token })).status
    expect(await status('price=-9000')).toBe(401)
    expect(await status('sort=price-low')).toBe(401)
    expect(await status('state=sold')).toBe(400)
    const milo = await castPerson(server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    expect(await status('price=-9000', milo.token)).toBe(402)
  })
})

describe('the catalog follows', () => {
  test('a price within a second or two, without writing anything for it', async () => {
    const card = cards.find(({ status }) => status === 'open')!
    const q = String(card.lotNumber)
    expect((await search({ q, price: '900000-' })).total).toBe(0)
    await server.app.pool.query('update standing set price = 90000100 where lot_id = $1', [card.id])
    server.app.bus.publish('lot', JSON.stringify({ lotId: card.id }))
    await expect.poll(async () => (await search({ q, price: '900000-' })).total, { timeout: 8000 }).toBe(1)
  })

  test('edited facts and deleted lots', async () => {
    const { app } = server
    const card = cards.findLast(({ status }) => status === 'open')!
    const vehicle = await app.pool.query<{ id: string }>(
      `update vehicle set make = 'Zastava', facts = facts || '{"colour": "Lilac"}' where id = (select vehicle_id from lot where id = $1) returning id`,
      [card.id],
    )
    await enqueue(app.db, 'vehicles-changed', { vehicleIds: [vehicle.rows[0]!.id] })
    await expect.poll(async () => (await search({ make: 'zastava', colour: 'lilac' })).total, { timeout: 8000 }).toBe(1)
    expect((await search({ make: spelled(card.make), q: String(card.lotNumber) })).total).toBe(0)
  })
})

test('similar lots share model or make and body, and never include the lot itself', async () => {
  const card = cards.find(({ status, model }) => status === 'open' && model === 'Camry')!
  const { body } = await server.call('GET', `/api/catalog/similar/${card.id}`, { token: ada })
  const { items } = body as SearchReply
  expect(items).toHaveLength(8)
  expect(items.every(({ title, id }) => title.includes('Toyota Camry') && id !== card.id)).toBe(true)
})

test('suggestions list makes and models on sale, then lots', async () => {
  const suggestions = async (q: string) =>
    (
      (await server.call('GET', `/api/catalog/suggestions?q=${q}`)).body as {
        items: { kind: string; label: string }[]
      }
    ).items
  expect((await suggestions('toy'))[0]).toMatchObject({ kind: 'make', label: 'Toyota', make: 'toyota' })
  expect((await suggestions('cam')).map(({ kind, label }) => `${kind} ${label}`)).toContain('model Toyota Camry')
  expect((await suggestions('2019%20camry')).some(({ kind }) => kind === 'lot')).toBe(true)
  expect(await suggestions('%20')).toEqual([])
})
