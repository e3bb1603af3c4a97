import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Auction, HouseTerms } from '#contract/auctions.ts'
import type { StaffSale } from '#contract/sale-entry.ts'
import { DEFAULT_LADDER } from '#engine'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { createAuction, usualSaleTerms, type AuctionInput } from './create-auction.ts'
import { publishAuction } from './publish-auction.ts'
import { noteEnd, noteRunList } from './run-list.ts'

const HOUR_MS = 3_600_000
const NOW = Date.now()

let test_: TestHouse
beforeAll(async () => {
  test_ = await openHouse()
})
afterAll(() => test_.close())

async function enter(own: Partial<AuctionInput>, lotCount = 3): Promise<string> {
  const { body } = await test_.call('GET', '/api/house-terms')
  const kind = own.kind ?? 'timed'
  const id = await createAuction(test_.house.db, {
    title: 'Thursday sale',
    kind,
    location: 'Springfield',
    description: 'Cars',
    currency: 'USD',
    opensAt: NOW - HOUR_MS,
    startsAt: NOW + HOUR_MS,
    terms: usualSaleTerms(body as HouseTerms, kind),
    heroPhoto: 'suv-graphite-hero',
    ...own,
  })
  const endsAt = kind === 'timed' ? (own.startsAt ?? NOW + HOUR_MS) + lotCount * 60_000 : null
  await noteRunList(test_.house.db, id, { lotCount, endsAt })
  return id
}

async function published(own: Partial<AuctionInput>): Promise<string> {
  const id = await enter(own)
  await publishAuction(test_.house.db, id)
  return id
}

async function read(id: string): Promise<Auction> {
  return (await test_.call('GET', `/api/auctions/${id}`)).body as Auction
}

async function list(query = ''): Promise<string[]> {
  const { body } = await test_.call('GET', `/api/auctions${query}`)
  return (body as { items: Auction[] }).items.map(({ id }) => id)
}

describe('a sale', () => {
  test('is scheduled until it takes bids, then runs until its last lot has ended, extensions included', async () => {
    const coming = await published({ opensAt: NOW + HOUR_MS, startsAt: NOW + 2 * HOUR_MS })
    expect(await read(coming)).toMatchObject({ state: 'scheduled', heroPhoto: '/photos/suv-graphite-hero-960.webp' })
    const overdue = await published({ opensAt: NOW - 3 * HOUR_MS, startsAt: NOW - 2 * HOUR_MS })
    expect((await read(overdue)).state).toBe('running')
    await noteEnd(test_.house.db, overdue, NOW)
    shownChanged(test_.house)
    expect((await read(overdue)).state).toBe('ended')
  })

  test('held live is scheduled until its first lot comes up, although maximums are taken before', async () => {
    const live = await published({ kind: 'live', opensAt: NOW - HOUR_MS, startsAt: NOW + HOUR_MS })
    expect(await read(live)).toMatchObject({ state: 'scheduled', endsAt: null })
  })

  test('is nobody’s business before it is published', async () => {
    const draft = await enter({})
    expect((await test_.call('GET', `/api/auctions/${draft}`)).status).toBe(404)
    expect(await list()).not.toContain(draft)
  })

  test('with a ladder no bid could climb, or a first lot before the opening, is refused field by field', async () => {
    const { body } = await test_.call('GET', '/api/house-terms')
    const terms = { ...usualSaleTerms(body as HouseTerms, 'timed'), ladder: [[0, 50]] as const }
    const faulty = enter({ title: ' ', terms, opensAt: NOW, startsAt: NOW - 1 })
    await expect(faulty).rejects.toMatchObject({
      status: 400,
      details: { fields: [{ field: 'title' }, { field: 'startsAt' }, { field: 'terms.ladder' }] },
    })
  })
})

test('a sale tells what its lots are sold on, once it is published', async () => {
  const draft = await enter({})
  expect((await test_.call('GET', `/api/auctions/${draft}/terms`)).status).toBe(404)
  await publishAuction(test_.house.db, draft)
  const { body } = await test_.call('GET', `/api/auctions/${draft}/terms`)
  expect(body).toMatchObject({ ladder: DEFAULT_LADDER, extensionMs: 120_000, lotEveryMs: 60_000, hardEndAt: null })
})

test('the list can be asked for a state and for a span of days', async () => {
  const nextYear = NOW + 365 * 24 * HOUR_MS
  const far = await published({ opensAt: nextYear, startsAt: nextYear + HOUR_MS })
  expect(await list('?state=scheduled')).toContain(far)
  expect(await list('?state=running')).not.toContain(far)
  expect(await list(`?from=${nextYear}&to=${nextYear + 2 * HOUR_MS}`)).toEqual([far])
})

test('everybody can read the terms of the house', async () => {
  const { status, body } = await test_.call('GET', '/api/house-terms')
  expect(status).toBe(200)
  expect(body).toMatchObject({ ladder: DEFAULT_LADDER, demo: false, membershipFee: 9_900 })
})

describe('the list of sales that staff see', () => {
  type Page = { items: StaffSale[]; page: number; pages: number; count: number }
  let token: string
  const found = async (query: string) => (await test_.call('GET', `/api/admin/sales?${query}`, { token })).body as Page
  const titles = async (query: string) => (await found(query)).items.map(({ title }) => title)

  beforeAll(async () => {
    token = (await castPerson(test_.house.pool, { name: 'Aukje', role: 'auctioneer' })).token
    await enter({ title: 'Quince B', location: 'Reno' })
    await enter({ title: '=Quince A', location: 'Reno' }, 5)
    await published({ title: 'Quince C', opensAt: NOW + HOUR_MS, startsAt: NOW + 2 * HOUR_MS })
  })

  test('is found by title and place, filtered by state and sorted as asked; drafts come first', async () => {
    expect(await titles('q=quince&sort=title')).toEqual(['=Quince A', 'Quince B', 'Quince C'])
    expect(await titles('q=RENO&sort=lots&order=down')).toEqual(['=Quince A', 'Quince B'])
    expect(await titles('q=quince&state=scheduled')).toEqual(['Quince C'])
    expect((await titles('q=quince&state=not-begun')).at(-1)).toBe('Quince C')
    expect(await titles('q=%25uince')).toEqual([])
  })

  test('is turned page by page', async () => {
    for (let sale = 0; sale < 51; sale += 1) await enter({ title: `Medlar ${sale}` })
    const pages = [await found('q=medlar'), await found('q=medlar&page=2')]
    expect(pages.map(({ items, page, pages: all, count }) => [items.length, page, all, count])).toEqual([
      [50, 1, 2, 51],
      [1, 2, 2, 51],
    ])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(51)
  })

  test('is the same as a file, in which no cell is a formula', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${test_.url}/api/admin/sales-csv?q=quince&sort=title&order=down`, { headers })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual([
      ['Quince C', 'scheduled', 'timed', '3'],
      ['Quince B', 'draft', 'timed', '3'],
      ["'=Quince A", 'draft', 'timed', '5'],
    ])
    const ada = await castPerson(test_.house.pool, { name: 'Ada' })
    expect((await test_.call('GET', '/api/admin/sales-csv', { token: ada.token })).status).toBe(403)
  })
})
