import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { AuctionEntry, StaffAuction } from '#contract/auctions/auction-entry.ts'
import { DEFAULT_INCREMENTS } from '#engine'
import { newId } from '#server/platform/id.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { createAuction, usualAuctionTerms, type AuctionInput } from './create-auction.ts'
import { markPublished } from './publish-auction.ts'
import { plannedAuction } from './planned-auction.test-support.ts'
import { noteEnd, noteRunList } from './run-list.ts'

const HOUR_MS = 3_600_000
const NOW = Date.now()

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function enter(own: Partial<AuctionInput>, lotCount = 3): Promise<string> {
  const { body } = await server.call('GET', '/api/company-terms')
  const kind = own.kind ?? 'timed'
  const id = await createAuction(server.app.db, {
    title: 'Thursday auction',
    kind,
    location: 'Springfield',
    description: 'Cars',
    currency: 'USD',
    opensAt: NOW - HOUR_MS,
    startsAt: NOW + HOUR_MS,
    terms: usualAuctionTerms(body as CompanyTerms, kind),
    heroPhoto: 'suv-graphite-hero',
    ...own,
  })
  const endsAt = kind === 'timed' ? (own.startsAt ?? NOW + HOUR_MS) + lotCount * 60_000 : null
  await noteRunList(server.app.db, id, { lotCount, endsAt })
  return id
}

async function published(own: Partial<AuctionInput>): Promise<string> {
  const id = await enter(own)
  await markPublished(server.app.db, id)
  return id
}

async function read(id: string): Promise<Auction> {
  return (await server.call('GET', `/api/auctions/${id}`)).body as Auction
}

async function list(query = ''): Promise<string[]> {
  const { body } = await server.call('GET', `/api/auctions${query}`)
  return (body as { items: Auction[] }).items.map(({ id }) => id)
}

describe('an auction', () => {
  test('is scheduled until it accepts bids, then runs until its last lot has ended, including extensions', async () => {
    const coming = await published({ opensAt: NOW + HOUR_MS, startsAt: NOW + 2 * HOUR_MS })
    expect(await read(coming)).toMatchObject({ state: 'scheduled', heroPhoto: '/photos/suv-graphite-hero-960.webp' })
    const overdue = await published({ opensAt: NOW - 3 * HOUR_MS, startsAt: NOW - 2 * HOUR_MS })
    expect((await read(overdue)).state).toBe('running')
    await noteEnd(server.app.db, overdue, NOW)
    shownChanged(server.app)
    expect((await read(overdue)).state).toBe('ended')
  })

  test('held live is scheduled until its first lot opens, although it accepts maximums before', async () => {
    const live = await published({ kind: 'live', opensAt: NOW - HOUR_MS, startsAt: NOW + HOUR_MS })
    expect(await read(live)).toMatchObject({ state: 'scheduled', endsAt: null })
  })

  test('is hidden before it is published', async () => {
    const draft = await enter({})
    expect((await server.call('GET', `/api/auctions/${draft}`)).status).toBe(404)
    expect(await list()).not.toContain(draft)
  })

  test('with unusable bid increments, or a first lot before the opening, is refused field by field', async () => {
    const { body } = await server.call('GET', '/api/company-terms')
    const terms = { ...usualAuctionTerms(body as CompanyTerms, 'timed'), increments: [[0, 50]] as const }
    const faulty = enter({ title: ' ', terms, opensAt: NOW, startsAt: NOW - 1 })
    await expect(faulty).rejects.toMatchObject({
      status: 400,
      details: { fields: [{ field: 'title' }, { field: 'startsAt' }, { field: 'increments' }] },
    })
  })
})

test.each(['ZZZ', 'KWD'])('an auction has a currency that exists and that can be paid, not %s', async (currency) => {
  await expect(enter({ currency })).rejects.toMatchObject({ details: { fields: [{ field: 'currency' }] } })
})

test('in a live auction no bid leaves less than the extension, so its window isn’t shorter', async () => {
  const { body } = await server.call('GET', '/api/company-terms')
  const enterWith = (extensionWindowMs: number) => {
    const terms = { ...usualAuctionTerms(body as CompanyTerms, 'live'), extensionWindowMs, extensionMs: 15_000 }
    return enter({ kind: 'live', terms })
  }
  await expect(enterWith(14_000)).rejects.toMatchObject({ details: { fields: [{ field: 'extensionWindowMs' }] } })
  expect(await enterWith(15_000)).toBeTruthy()
})

test('an auction shows its terms once it is published', async () => {
  const draft = await enter({})
  expect((await server.call('GET', `/api/auctions/${draft}/terms`)).status).toBe(404)
  await markPublished(server.app.db, draft)
  const { body } = await server.call('GET', `/api/auctions/${draft}/terms`)
  expect(body).toMatchObject({
    increments: DEFAULT_INCREMENTS,
    extensionMs: 120_000,
    lotEveryMs: 60_000,
    hardEndAt: null,
  })
})

test('the list can be filtered by state and by a range of days', async () => {
  const nextYear = NOW + 365 * 24 * HOUR_MS
  const far = await published({ opensAt: nextYear, startsAt: nextYear + HOUR_MS })
  expect(await list('?state=scheduled')).toContain(far)
  expect(await list('?state=running')).not.toContain(far)
  expect(await list(`?from=${nextYear}&to=${nextYear + 2 * HOUR_MS}`)).toEqual([far])
})

test('everyone can read our terms', async () => {
  const { status, body } = await server.call('GET', '/api/company-terms')
  expect(status).toBe(200)
  expect(body).toMatchObject({ increments: DEFAULT_INCREMENTS, demo: false, membershipFee: 9_900 })
})

describe('the auction list for staff', () => {
  type Page = { items: StaffAuction[]; page: number; pages: number; total: number }
  let token: string
  const found = async (query: string) =>
    (await server.call('GET', `/api/admin/auctions?${query}`, { token })).body as Page
  const titles = async (query: string) => (await found(query)).items.map(({ title }) => title)

  beforeAll(async () => {
    token = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
    await enter({ title: 'Quince B', location: 'Reno' })
    await enter({ title: '=Quince A', location: 'Reno' }, 5)
    await published({ title: 'Quince C', opensAt: NOW + HOUR_MS, startsAt: NOW + 2 * HOUR_MS })
  })

  test('can be searched by title and place, filtered by state and sorted; drafts come first', async () => {
    expect(await titles('q=quince&sort=title')).toEqual(['=Quince A', 'Quince B', 'Quince C'])
    expect(await titles('q=RENO&sort=lots&order=down')).toEqual(['=Quince A', 'Quince B'])
    expect(await titles('q=quince&state=scheduled')).toEqual(['Quince C'])
    expect((await titles('q=quince&state=not-begun')).at(-1)).toBe('Quince C')
    expect(await titles('q=%25uince')).toEqual([])
  })

  test('is paged', async () => {
    for (let auction = 0; auction < 51; auction += 1) await enter({ title: `Medlar ${auction}` })
    const pages = [await found('q=medlar'), await found('q=medlar&page=2')]
    expect(pages.map(({ items, page, pages: all, total }) => [items.length, page, all, total])).toEqual([
      [50, 1, 2, 51],
      [1, 2, 2, 51],
    ])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(51)
  })

  test('is exported as a file without formulas', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}/api/admin/auctions.csv?q=quince&sort=title&order=down`, { headers })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual([
      ['Quince C', 'Scheduled', 'Timed', '3'],
      ['Quince B', 'Draft', 'Timed', '3'],
      ["'=Quince A", 'Draft', 'Timed', '5'],
    ])
    await server.app.pool.query(`update account set language = 'de' where name = 'Aukje'`)
    const german = await fetch(`${server.url}/api/admin/auctions.csv?q=quince&sort=title&order=down`, { headers })
    expect((await german.text()).split('\r\n')[1]).toMatch(/^Quince C,Geplant,Zeitauktion,3,/)
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    expect((await server.call('GET', '/api/admin/auctions.csv', { token: ada.token })).status).toBe(403)
  })
})

describe('what an auctioneer enters for an auction', () => {
  const wrong: [field: string, own: Partial<AuctionEntry>][] = [
    ['entry.title', { title: ' ' }],
    ['entry.title', { title: '' }],
    ['entry.currency', { currency: 'ZZZ' }],
    ['entry.startsAt', { startsAt: NOW - HOUR_MS, opensAt: NOW - 2 * HOUR_MS }],
    ['entry.hardEndAt', { hardEndAt: NOW }],
    ['entry.bidUnit', { bidUnit: 0 }],
    ['entry.lotEveryMs', { lotEveryMs: 0 }],
    ['entry.liveStartMs', { liveStartMs: 0 }],
    ['entry.outageExtensionMs', { outageExtensionMs: 0 }],
    ['entry.increments', { increments: [] }],
    ['entry.increments.0.1', { increments: [[0, 0]] }],
    ['entry.increments', { increments: [[100, 100]] }],
    ['entry.costs.premium', { costs: { premium: [{ from: 100, basisPoints: 500 }], taxBasisPoints: null } }],
  ]

  test('is created once however often it is sent; with other details its id is refused', async () => {
    const { token } = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const enter = (id: string, own: object = {}) =>
      server.call('POST', '/api/admin/auctions', { token, body: { id, entry: { ...plannedAuction(), ...own } } })
    const [id, copyId] = [newId(), newId()]
    const times = { opensAt: Date.now() + 3_600_000, startsAt: Date.now() + 7_200_000 }
    const copy = (own: object = {}) =>
      server.call('POST', `/api/admin/auctions/${id}/clone`, {
        token,
        body: { id: copyId, title: 'Again', ...times, ...own },
      })
    const taken = { status: 409, body: { code: 'already-saved' } }
    expect([(await enter(id, times)).status, (await enter(id, times)).status]).toEqual([201, 201])
    expect(await enter(id, { ...times, title: 'Another title' })).toMatchObject(taken)
    expect([(await copy()).status, (await copy()).status]).toEqual([201, 201])
    expect(await copy({ title: 'Once more' })).toMatchObject(taken)
  })

  test.each(wrong)('is refused at %s, as the request names it', async (field, own) => {
    const { token } = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const right = plannedAuction()
    const id = newId()
    expect((await server.call('POST', '/api/admin/auctions', { token, body: { id, entry: right } })).status).toBe(201)
    const refused = { status: 400, body: { details: { fields: [{ field }] } } }
    const entry = { ...right, ...own }
    const entered = await server.call('POST', '/api/admin/auctions', { token, body: { id: newId(), entry } })
    expect(entered).toMatchObject(refused)
    expect(await server.call('PUT', `/api/admin/auctions/${id}`, { token, body: { entry } })).toMatchObject(refused)
  })
})
