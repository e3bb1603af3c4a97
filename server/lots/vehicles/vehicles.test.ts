import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lot } from '#contract/lots/lots.ts'
import type { StaffVehicle, VehicleEntry, VehicleLine, VinAnswer } from '#contract/lots/vehicles.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, VEHICLE_ENTRY } from '#test/inventory.ts'

let server: TestServer
let aukje: string

beforeAll(async () => {
  server = await openTestServer()
  aukje = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

const ENTRY: VehicleEntry = {
  ...VEHICLE_ENTRY,
  engine: '3.0 l V6',
  stated: { colour: 'Quicksilver' },
  highlights: ['One owner'],
  equipment: ['Tow bar'],
  conditionReport: 'Well kept.',
}

async function enter(own: Partial<VehicleEntry> = {}, id = newId()) {
  const answer = await server.call('POST', '/api/admin/vehicles', {
    token: aukje,
    body: { id, entry: { ...ENTRY, ...own } },
  })
  return { ...answer, vehicle: answer.body as StaffVehicle }
}

async function change(vehicle: StaffVehicle, own: Partial<VehicleEntry>, version = vehicle.version, reason?: string) {
  const entry = Object.fromEntries(Object.keys(ENTRY).map((field) => [field, Reflect.get(vehicle, field)]))
  const body = { version, entry: { ...entry, ...own }, ...(reason === undefined ? {} : { reason }) }
  return server.call('PUT', `/api/admin/vehicles/${vehicle.id}`, { token: aukje, body })
}

async function list(query: string): Promise<{ items: VehicleLine[]; next: string | null; total: number }> {
  const { status, body } = await server.call('GET', `/api/admin/vehicles${query}`, { token: aukje })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: VehicleLine[]; next: string | null; total: number }
}

describe('a vehicle', () => {
  test('is created once however often its form is sent, and is audited', async () => {
    const id = newId()
    const first = await enter({ vin: '5gzcz43d1 3s812715' }, id)
    expect(first).toMatchObject({
      status: 201,
      vehicle: { vin: '5GZCZ43D13S812715', version: 1, photoCount: 0, photosExpected: 0, lots: [] },
    })
    expect((await enter({ vin: '5gzcz43d1 3s812715' }, id)).vehicle).toEqual(first.vehicle)
    expect(await enter({}, id)).toMatchObject({ status: 409, body: { code: 'already-saved' } })
    const other = newId()
    const together = await Promise.all(Array.from({ length: 5 }, () => enter({}, other)))
    expect(together.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const audited = await server.app.pool.query('select action from audit where subject_id = $1', [id])
    expect(audited.rows).toEqual([{ action: 'enter-vehicle' }])
  })

  test('may be entered again years later under the same VIN, and staff see that it was here before', async () => {
    const { vehicle } = await enter({ year: 2004, vin: '1HGCM82633A004352' })
    expect((await enter({ year: 2004, vin: '1HGCM82633A004352' })).status).toBe(201)
    const { body } = await server.call('GET', '/api/admin/vin/1hgcm82633a004352', { token: aukje })
    const answer = body as VinAnswer
    expect(answer).toMatchObject({ make: 'Honda', modelYears: [2003], checkDigit: 'right', yearBy: 'only-one' })
    expect(answer.decoder).not.toBe('busy')
    expect(answer.known).toHaveLength(2)
    expect(answer.known.map(({ id }) => id)).toContain(vehicle.id)
  })

  test('is refused for a mistyped North American VIN, and for no other check digit', async () => {
    const wrong = await enter({ vin: '5GZCZ43D23S812715' })
    expect(wrong).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'entry.vin' }] } } })
    expect((await enter({ vin: 'WVWZZZ1JZXW000001', year: 1999 })).status).toBe(201)
    expect((await enter({ vin: '1M8GDM9A1KP042788', year: 1979 })).status).toBe(201)
    expect((await enter({ vin: '123456789' })).status).toBe(400)
  })

  test('accepts only words of the lists, and names the field that has another', async () => {
    const answer = await enter({ titleBrand: 'Salvage' as VehicleEntry['titleBrand'] })
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'entry.titleBrand' }] } } })
  })

  test('changed by two people at once is changed by one, and the other gets a conflict', async () => {
    const { vehicle } = await enter()
    const answers = await Promise.all([
      change(vehicle, { model: 'Vue Red Line' }),
      change(vehicle, { model: 'Vue Green' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const audited = await server.app.pool.query<{ before: object; after: object }>(
      `select before, after from audit where subject_id = $1 and action = 'change-vehicle'`,
      [vehicle.id],
    )
    expect(audited.rows).toHaveLength(1)
    expect(audited.rows[0]?.before).toEqual({ model: 'Vue' })
  })

  test('saved without a change keeps its version', async () => {
    const { vehicle } = await enter()
    expect((await change(vehicle, {})).body).toEqual(vehicle)
  })

  test('has a unique stock number within its seller’s list', async () => {
    await enter({ stockNumber: 'A-17', source: 'Fleet Ltd' })
    expect(await enter({ stockNumber: 'a-17', source: 'Fleet Ltd' })).toMatchObject({
      status: 409,
      body: { code: 'stock-number-taken' },
    })
    expect((await enter({ stockNumber: 'A-17', source: 'Other Ltd' })).status).toBe(201)
  })

  test('is not inspected until staff record an inspection, and its lot says which of the two it is', async () => {
    const { vehicle } = await enter()
    expect(vehicle.inspection).toBeNull()
    const { lotId } = await castLot(server.app)
    await server.app.pool.query('update lot set vehicle_id = $1 where id = $2', [vehicle.id, lotId])
    const ada = (await castPerson(server.app.pool, { name: 'Ada' })).token
    const shown = async () => (await server.call('GET', `/api/lots/${lotId}`, { token: ada })).body as Lot
    expect((await shown()).vehicle.inspection).toBeNull()
    const inspection = { day: '2026-10-30', by: 'Harbour Inspections' }
    const future = await change(vehicle, { inspection: { day: '2199-01-01', by: null } })
    expect(future).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'entry.inspection.day' }] } } })
    const ancient = await change(vehicle, { inspection: { day: '0001-01-01', by: null } })
    expect(ancient).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'entry.inspection.day' }] } } })
    const changed = (await change(vehicle, { inspection }, vehicle.version, 'Inspected')).body as StaffVehicle
    expect(changed.inspection).toEqual(inspection)
    expect(
      ((await change(changed, { model: 'Vue Red' }, changed.version, 'A typo')).body as StaffVehicle).inspection,
    ).toEqual(inspection)
    expect((await shown()).vehicle.inspection).toEqual(inspection)
  })

  test('passes its new name on to the lots that have not ended', async () => {
    const lot = await castLot(server.app)
    const found = await server.app.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [
      lot.lotId,
    ])
    const { body } = await server.call('GET', `/api/admin/vehicles/${found.rows[0]!.id}`, { token: aukje })
    const vehicle = body as StaffVehicle
    expect(vehicle.lots).toMatchObject([{ lotId: lot.lotId, state: 'published' }])
    expect((await change(vehicle, { trim: 'Sport' }, vehicle.version, 'The badge says so')).status).toBe(200)
    const titles = await server.app.pool.query<{ title: string }>('select title from lot where id = $1', [lot.lotId])
    expect(titles.rows[0]?.title).toBe('2010 Kiri Urban Sport')
  })
})

describe('the list of vehicles', () => {
  test('is searched by words, filtered by title and by lot, and counts the results', async () => {
    const { vehicle } = await enter({ make: 'Zyx', model: 'Flyer 100%', titleBrand: 'salvage' })
    expect((await list('?q=flyer%20100%25')).items.map(({ id }) => id)).toEqual([vehicle.id])
    expect(await list('?q=zyx&titleBrand=clean')).toEqual({ items: [], next: null, total: 0, isMinimum: false })
    expect((await list('?q=zyx&show=unoffered')).total).toBe(1)
    expect((await list('?q=zyx&show=offered')).total).toBe(0)
  })

  test.each(['added', 'added&order=up', 'vehicle', 'year&order=down'])(
    'sorted by %s shows every vehicle once, page after page',
    async (sort) => {
      for (let index = 0; index < 30; index += 1)
        await enter({ make: 'Paged', year: 1999 + (index % 5), model: `M${index % 3}` })
      const seen: string[] = []
      let total = 0
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `?q=paged&sort=${sort}${cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`}`,
        )
        seen.push(...page.items.map(({ id }) => id))
        total = page.total
        cursor = page.next
      } while (cursor !== null)
      expect(seen).toHaveLength(total)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  test('refuses an invalid cursor, and one of another order', async () => {
    const { next } = await list('?sort=vehicle')
    for (const query of ['after=bm90aGluZw', `sort=added&after=${next}`]) {
      const { status } = await server.call('GET', `/api/admin/vehicles?${query}`, { token: aukje })
      expect(status, query).toBe(400)
    }
    expect(next).not.toBeNull()
  })

  test('is exported as CSV with the names of the codes', async () => {
    await enter({ make: 'Csvmake', titleBrand: 'theft-recovery' })
    const answer = await fetch(`${server.url}/api/admin/vehicles.csv?q=csvmake`, {
      headers: { authorization: `Bearer ${aukje}` },
    })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(await answer.text()).toMatch(/Csvmake,Vue,.*SUV,.*98000,mi,Actual,.*Theft recovery/)
  })
})
