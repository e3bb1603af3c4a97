import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lot, LotSummary } from '#contract/lots/lots.ts'
import { DEFAULT_INCREMENTS } from '#engine'
import { createAuction, type AuctionInput } from '#server/auctions/create-auction.ts'
import { markPublished } from '#server/auctions/publish-auction.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { createLot, type LotInput } from './create-lot.ts'
import { createVehicle, type VehicleInput } from './create-vehicle.ts'
import { noteClose } from './note-close.ts'
import { publishLots, type PublishedLot } from './publish-lots.ts'

const HOUR_MS = 3_600_000
const NOW = Date.now()
const SECRET_RESERVE = 7_654_300

const TERMS: AuctionInput['terms'] = {
  buyNowUntil: 'reserve-met',
  bidUnit: 100,
  increments: DEFAULT_INCREMENTS,
  extensionWindowMs: 120_000,
  extensionMs: 120_000,
  hardEndAt: null,
  liveStartMs: 30_000,
  outageExtensionMs: 600_000,
  lotEveryMs: 60_000,
}

const KIRI: VehicleInput = {
  year: 2010,
  make: 'Kiri',
  model: 'Urban',
  trim: '2.0 TD',
  body: 'suv',
  vin: 'J9KUR41B2AK141894',
  odometer: { value: 120_000, unit: 'km', status: 'actual' },
  titleBrand: 'clean',
  damagePrimary: null,
  damageSecondary: null,
  keys: 'present',
  runState: 'drives',
  engine: '2.0 l diesel',
  gearbox: 'manual',
  drive: 'all',
  fuel: 'diesel',
  colour: 'grey',
  sellerKind: 'fleet',
  location: 'Springfield',
  highlights: ['One owner'],
  flaws: ['Stone chips'],
  equipment: ['Tow bar'],
  conditionReport: 'Well kept.',
  damageMap: [{ x: 190, y: 500, kind: 'chips', severity: 'light', note: 'Stone chips' }],
  photos: [{ name: 'kiri-hero', view: 'front-left', width: 1200, height: 800 }],
}

let server: TestServer
let ada: string
let milo: string
let timed: PublishedLot[]
let vehicleIds: string[]

beforeAll(async () => {
  server = await openTestServer()
  ada = (await castPerson(server.app.pool, { name: 'Ada' })).token
  milo = (await castPerson(server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })).token
  const { db } = server.app
  const auctionId = await auction({ kind: 'timed' })
  vehicleIds = []
  for (let index = 0; index < 12; index++) {
    const model = index === 4 ? 'Bokaroo 100% Wagon' : 'Urban'
    const vehicleId = await createVehicle(db, { ...KIRI, model, photos: index === 0 ? [] : KIRI.photos }, NOW)
    vehicleIds.push(vehicleId)
    await createLot(db, lotOf(auctionId, vehicleId, { reserve: SECRET_RESERVE, buyNow: 9_000_000 }))
  }
  await markPublished(db, auctionId)
  timed = await db.transaction().execute((trx) => publishLots(server.app, trx, auctionId))
})

afterAll(() => server.close())

async function auction(own: Partial<AuctionInput>): Promise<string> {
  return createAuction(server.app.db, {
    title: 'Thursday auction',
    kind: 'timed',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: NOW - HOUR_MS,
    startsAt: NOW + HOUR_MS,
    terms: TERMS,
    heroPhoto: null,
    ...own,
  })
}

function lotOf(auctionId: string, vehicleId: string, own: Partial<LotInput> = {}): LotInput {
  return { auctionId, vehicleId, sellerId: null, openingBid: 100_000, reserve: null, buyNow: null, ...own }
}

type Page = { items: LotSummary[]; next: string | null }

async function page(query: string): Promise<Page> {
  const { status, body } = await server.call('GET', `/api/lots?${query}`)
  expect(status).toBe(200)
  return body as Page
}

describe('a visitor', () => {
  test('sees in a list title, hero photo and closing time of a lot, and nothing else', async () => {
    const { items } = await page(`auction=${timed[0]!.auctionId}&limit=1`)
    const listed = items[0]!
    expect(Object.keys(listed).toSorted()).toEqual(
      'auctionId closedAt currency heroPhoto id lotNumber opensAt scheduledCloseAt title vehicleId'.split(' '),
    )
  })

  test('never receives a reserve, a price or a VIN', async () => {
    const { body } = await server.call('GET', '/api/lots?limit=100')
    const text = JSON.stringify(body)
    for (const secret of [String(SECRET_RESERVE), '100000', '9000000', KIRI.vin!, 'Stone chips']) {
      expect(text).not.toMatch(new RegExp(String.raw`\b${secret}\b`))
    }
  })

  test('must sign in to see the facts, and a member without membership must pay', async () => {
    const path = `/api/lots/${timed[0]!.lotId}`
    expect((await server.call('GET', path)).status).toBe(401)
    expect((await server.call('GET', path, { token: milo })).status).toBe(402)
  })
})

describe('a verified member', () => {
  test('reads the same lot by id, by number and by its vehicle', async () => {
    const byId = await server.call('GET', `/api/lots/${timed[1]!.lotId}`, { token: ada })
    expect(byId.status).toBe(200)
    const lot = byId.body as Lot
    const byNumber = await server.call('GET', `/api/lots/by-number/${lot.lotNumber}`, { token: ada })
    const byVehicle = await server.call('GET', `/api/vehicles/${vehicleIds[1]}/lot`, { token: ada })
    expect(byNumber.body).toEqual(lot)
    expect(byVehicle.body).toEqual(lot)
    expect(lot.title).toBe('2010 Kiri Urban 2.0 TD')
    expect(lot.vehicle.photos[0]?.url).toBe('/photos/kiri-hero-960.webp')
  })

  test('sees the same of it as staff, who need not have paid a fee', async () => {
    const path = `/api/lots/${timed[1]!.lotId}`
    const { token } = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier', hasPaid: false })
    expect(await server.call('GET', path, { token })).toMatchObject({
      status: 200,
      body: (await server.call('GET', path, { token: ada })).body,
    })
  })

  test('learns that there is a reserve, never how much', async () => {
    const { body } = await server.call('GET', `/api/lots/${timed[1]!.lotId}`, { token: ada })
    expect((body as Lot).hasReserve).toBe(true)
    expect(JSON.stringify(body)).not.toContain(String(SECRET_RESERVE))
  })

  test('walks the run list from lot to lot', async () => {
    const read = async (path: string) => (await server.call('GET', path, { token: ada })).body as Lot
    const first = await read(`/api/lots/${timed[0]!.lotId}`)
    expect(first.previousLotNumber).toBeNull()
    const second = await read(`/api/lots/by-number/${first.nextLotNumber}`)
    expect(second.id).toBe(timed[1]!.lotId)
    expect(second.previousLotNumber).toBe(first.lotNumber)
    const last = await read(`/api/lots/${timed.at(-1)!.lotId}`)
    expect(last.nextLotNumber).toBeNull()
  })

  test('sees a lot without photos', async () => {
    const { body } = await server.call('GET', `/api/lots/${timed[0]!.lotId}`, { token: ada })
    expect(body).toMatchObject({ heroPhoto: null, vehicle: { photos: [] } })
  })

  test('gets a 404 for a missing lot', async () => {
    for (const path of [
      `/api/lots/${vehicleIds[0]}`,
      '/api/lots/by-number/999999',
      `/api/vehicles/${timed[0]!.lotId}/lot`,
    ]) {
      expect((await server.call('GET', path, { token: ada })).status).toBe(404)
    }
  })
})

describe('a list', () => {
  test('has every lot once, soonest end first, however it is paged', async () => {
    const query = `auction=${timed[0]!.auctionId}&limit=5`
    const seen: LotSummary[] = []
    let cursor = ''
    for (let pages = 0; pages < 4; pages++) {
      const { items, next } = await page(cursor === '' ? query : `${query}&cursor=${cursor}`)
      seen.push(...items)
      if (next === null) break
      cursor = next
    }
    expect(seen.map(({ id }) => id)).toEqual(timed.map(({ lotId }) => lotId))
    const ends = seen.map(({ scheduledCloseAt }) => scheduledCloseAt)
    expect(ends).toEqual(timed.map((_, index) => NOW + HOUR_MS + index * 60_000))
  })

  test('refuses an invalid cursor', async () => {
    expect((await server.call('GET', '/api/lots?cursor=bm90aGluZw')).status).toBe(400)
  })

  test('searches words of the title, forgives a typo, and takes special characters literally', async () => {
    const titles = async (q: string) =>
      (await page(`q=${encodeURIComponent(q)}&limit=100`)).items.map(({ title }) => title)
    expect(await titles('wagon')).toEqual(['2010 Kiri Bokaroo 100% Wagon 2.0 TD'])
    expect(await titles('bokaro kiri')).toHaveLength(1)
    expect(await titles('bokarroo')).toHaveLength(1)
    expect(await titles('0%')).toHaveLength(1)
    expect(await titles('zeppelin')).toEqual([])
  })

  test('of a vehicle shows where it is offered', async () => {
    const { items } = await page(`vehicle=${vehicleIds[3]}`)
    expect(items.map(({ id }) => id)).toEqual([timed[3]!.lotId])
  })

  test('of lots ending soon omits ended ones, and an unpublished lot is in none', async () => {
    const { db } = server.app
    const auctionId = await auction({ title: 'Short auction' })
    const lotIds: string[] = []
    for (let index = 0; index < 2; index++) {
      lotIds.push(await createLot(db, lotOf(auctionId, await createVehicle(db, KIRI, NOW))))
    }
    expect((await page(`auction=${auctionId}`)).items).toEqual([])
    await markPublished(db, auctionId)
    await db.transaction().execute((trx) => publishLots(server.app, trx, auctionId))
    const end = { auctionId, accountId: null, hammer: null, by: 'closed' } as const
    await noteClose(db, 'lot-sold', { ...end, lotId: lotIds[0]!, at: NOW + HOUR_MS })
    shownChanged(server.app)
    expect((await page(`auction=${auctionId}&ending=soon`)).items.map(({ id }) => id)).toEqual([lotIds[1]])
    expect((await page(`auction=${auctionId}&ending=soon&kind=timed`)).items).toHaveLength(1)
    expect((await page(`auction=${auctionId}&ending=soon&kind=live`)).items).toEqual([])
    expect((await page(`auction=${auctionId}`)).items.map(({ closedAt }) => closedAt)).toEqual([NOW + HOUR_MS, null])
    expect((await server.call('GET', `/api/auctions/${auctionId}`)).body).toMatchObject({
      state: 'running',
      lotCount: 2,
    })
    await noteClose(db, 'lot-sold', { ...end, lotId: lotIds[1]!, at: NOW + HOUR_MS + 60_000 })
    shownChanged(server.app)
    expect((await server.call('GET', `/api/auctions/${auctionId}`)).body).toMatchObject({ state: 'ended' })
  })
})

describe('creating a lot', () => {
  test('refuses amounts that are not whole bid units, a reserve below the opening bid and a buy-now price below the reserve', async () => {
    const { db } = server.app
    const auctionId = await auction({})
    const vehicleId = await createVehicle(db, KIRI, NOW)
    const faulty = createLot(db, lotOf(auctionId, vehicleId, { openingBid: 100_050, reserve: 50_000, buyNow: 60_000 }))
    await expect(faulty).rejects.toMatchObject({
      status: 400,
      details: { fields: [{ field: 'openingBid' }, { field: 'reserve' }, { field: 'buyNow' }] },
    })
  })

  test('refuses a vehicle that is in a lot that has not ended', async () => {
    const auctionId = await auction({})
    const again = createLot(server.app.db, lotOf(auctionId, vehicleIds[0]!))
    await expect(again).rejects.toMatchObject({ status: 400, details: { fields: [{ field: 'vehicleId' }] } })
  })

  test('refuses a vehicle with an invalid VIN, or damage outside the outline', async () => {
    const mark = { ...KIRI.damageMap[0]!, x: 1001 }
    const faulty = createVehicle(server.app.db, { ...KIRI, vin: 'SHORT', damageMap: [mark] }, NOW)
    await expect(faulty).rejects.toMatchObject({ details: { fields: [{ field: 'vin' }, { field: 'damageMap' }] } })
  })

  test('gives a live lot no times until it opens, and a timed one its place in the order', async () => {
    const { db } = server.app
    const auctionId = await auction({ kind: 'live', title: 'Live evening' })
    await createLot(db, lotOf(auctionId, await createVehicle(db, KIRI, NOW)))
    const [live] = await db.transaction().execute((trx) => publishLots(server.app, trx, auctionId))
    expect(live?.terms).toMatchObject({
      auctionKind: 'live',
      opensAt: null,
      scheduledCloseAt: null,
      liveStartMs: 30_000,
    })
    expect(timed[2]?.terms).toMatchObject({
      auctionKind: 'timed',
      opensAt: NOW - HOUR_MS,
      scheduledCloseAt: NOW + HOUR_MS + 120_000,
    })
  })
})
