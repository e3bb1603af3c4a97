import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EnteredLot } from '#contract/lot-entry.ts'
import type { SaleEntry, StaffSale } from '#contract/sale-entry.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'

const HOUR_MS = 3_600_000

let test_: TestHouse
let aukje: string

beforeAll(async () => {
  test_ = await openHouse()
  aukje = (await castPerson(test_.house.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => test_.close())

const call = (method: string, at: string, body?: object) =>
  test_.call(method, `/api/admin${at}`, { token: aukje, ...(body === undefined ? {} : { body }) })

function entryOf(own: Partial<SaleEntry> = {}): SaleEntry {
  const startsAt = Date.now() + 2 * HOUR_MS
  return {
    title: 'Planned sale',
    kind: 'timed',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: startsAt - HOUR_MS,
    startsAt,
    lotEveryMs: 60_000,
    liveStartMs: 30_000,
    extensionWindowMs: 120_000,
    extensionMs: 120_000,
    bidUnit: 100,
    ladder: [
      [0, 1000],
      [10_000, 2500],
    ],
    ...own,
  }
}

async function sale(own: Partial<SaleEntry> = {}): Promise<StaffSale> {
  const { status, body } = await call('POST', '/sales', { id: newId(), entry: entryOf(own) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as StaffSale
}

async function vehicle(): Promise<string> {
  const id = newId()
  const facts = { keys: 'present', titleBrand: 'clean', runState: 'drives', sellerKind: 'fleet', odometer: null }
  await test_.house.pool.query(
    `insert into vehicle (id, year, make, model, body, facts) values ($1, 2012, 'Kiri', 'Urban', 'suv', $2)`,
    [id, JSON.stringify(facts)],
  )
  return id
}

const TERMS = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }

async function lot(auctionId: string, own: object = {}, id = newId()) {
  const body = { id, vehicleId: await vehicle(), ...TERMS, ...own }
  return { id, ...(await call('POST', `/sales/${auctionId}/lots`, body)) }
}

async function runList(auctionId: string): Promise<EnteredLot[]> {
  return ((await call('GET', `/sales/${auctionId}/lots`)).body as { items: EnteredLot[] }).items
}

describe('a sale', () => {
  test('is a draft that nobody sees until it is published with its lots, and then takes bids', async () => {
    const draft = await sale()
    expect(draft).toMatchObject({ state: 'draft', lotCount: 0 })
    expect((await test_.call('GET', `/api/auctions/${draft.id}`)).status).toBe(404)
    expect(await call('POST', `/sales/${draft.id}/publish`)).toMatchObject({
      status: 409,
      body: { code: 'sale-empty' },
    })
    const first = await lot(draft.id, { reserve: 200_000 })
    await lot(draft.id)
    expect(await call('POST', `/sales/${draft.id}/publish`)).toMatchObject({
      status: 200,
      body: { state: 'scheduled', lotCount: 2 },
    })
    const standings = await test_.house.pool.query('select 1 from standing where auction_id = $1', [draft.id])
    expect(standings.rowCount).toBe(2)
    expect((await test_.call('GET', `/api/lots/${first.id}/teaser`)).status).toBe(200)
    expect(await call('PUT', `/sales/${draft.id}`, { entry: entryOf({ title: 'Other' }) })).toMatchObject({
      body: { code: 'sale-published' },
    })
    expect(await call('PUT', `/lots/${first.id}`, TERMS)).toMatchObject({ body: { code: 'lot-published' } })
    expect(await call('DELETE', `/lots/${first.id}`)).toMatchObject({ body: { code: 'lot-published' } })
  })

  test('has the first photograph of one of its vehicles for a picture, also once it is published', async () => {
    const draft = await sale()
    const first = await lot(draft.id)
    const [{ vehicleId }] = (await runList(draft.id)) as [EnteredLot]
    const choose = (id: string | null, saleId = draft.id) => call('PUT', `/sales/${saleId}/hero`, { vehicleId: id })
    expect(await choose(vehicleId)).toMatchObject({ status: 409, body: { code: 'no-photograph' } })
    const photos = JSON.stringify([{ name: 'a'.repeat(32), view: 'front', width: 1200, height: 800 }])
    await test_.house.pool.query('update vehicle set photos = $2 where id = $1', [vehicleId, photos])
    const heroPhoto = `/photos/${'a'.repeat(32)}-960.webp`
    expect(await choose(vehicleId)).toEqual(expect.objectContaining({ status: 200, body: { heroPhoto } }))
    expect((await choose(await vehicle())).status).toBe(404)
    expect((await choose(vehicleId, newId())).status).toBe(404)
    await call('POST', `/sales/${draft.id}/publish`)
    expect((await test_.call('GET', `/api/auctions/${draft.id}`)).body).toMatchObject({ heroPhoto })
    expect((await choose(null)).body).toEqual({ heroPhoto: null })
    const acts = await test_.house.pool.query(`select 1 from audit where act = 'choose-hero' and subject_id = $1`, [
      draft.id,
    ])
    expect([acts.rowCount, first.status]).toEqual([2, 201])
  })

  test('is changed as a draft, field by field, and cloned without its lots at another time', async () => {
    const draft = await sale({ lotEveryMs: 90_000 })
    await lot(draft.id)
    const changed = await call('PUT', `/sales/${draft.id}`, {
      entry: { ...entryOf({ bidUnit: 5000 }), title: 'Friday sale' },
    })
    expect(changed).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    const falling = await call('PUT', `/sales/${draft.id}`, {
      entry: entryOf({
        ladder: [
          [0, 1000],
          [50_000, 2500],
          [20_000, 5000],
        ],
      }),
    })
    expect(falling).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(JSON.stringify(falling.body)).toContain('Band 3 must start above band 2')
    const laddered = await call('PUT', `/sales/${draft.id}`, { entry: entryOf({ ladder: [[0, 5000]] }) })
    expect(laddered).toMatchObject({ status: 200, body: { ladder: [[0, 5000]] } })
    const renamed = await call('PUT', `/sales/${draft.id}`, {
      entry: entryOf({ title: 'Friday sale', lotEveryMs: 90_000 }),
    })
    expect(renamed).toMatchObject({ status: 200, body: { title: 'Friday sale' } })
    const startsAt = Date.now() + 100 * HOUR_MS
    const clone = await call('POST', `/sales/${draft.id}/clone`, {
      id: newId(),
      title: 'Next',
      opensAt: startsAt,
      startsAt,
    })
    expect(clone).toMatchObject({ status: 201, body: { title: 'Next', state: 'draft', lotEveryMs: 90_000, startsAt } })
    expect(await runList((clone.body as StaffSale).id)).toEqual([])
  })

  test('has its own hard end, buy-now terms and outage extension, which its lots, bidders and clones get', async () => {
    const { opensAt, startsAt } = entryOf()
    const own = { hardEndAt: startsAt + HOUR_MS, buyNowUntil: 'price-reached', outageExtensionMs: 300_000 } as const
    const planned = await sale({ ...own, opensAt, startsAt })
    expect(planned).toMatchObject(own)
    const kept = await call('PUT', `/sales/${planned.id}`, { entry: entryOf({ opensAt, startsAt }) })
    expect(kept).toMatchObject({ status: 200, body: own })
    const early = { ...own, hardEndAt: startsAt - 1 }
    const refused = await call('PUT', `/sales/${planned.id}`, { entry: entryOf({ opensAt, startsAt, ...early }) })
    expect(JSON.stringify(refused.body)).toContain('The hard end must not be before')
    const { id: lotId } = await lot(planned.id)
    const later = { id: newId(), title: 'Later', opensAt: opensAt + HOUR_MS, startsAt: startsAt + 2 * HOUR_MS }
    const clone = await call('POST', `/sales/${planned.id}/clone`, later)
    expect(clone).toMatchObject({ status: 201, body: { ...own, hardEndAt: startsAt + 3 * HOUR_MS } })
    expect((await call('POST', `/sales/${planned.id}/publish`)).status).toBe(200)
    const { rows } = await test_.house.pool.query('select terms from standing where lot_id = $1', [lotId])
    expect(rows).toMatchObject([{ terms: own }])
    expect((await test_.call('GET', `/api/auctions/${planned.id}/terms`)).body).toMatchObject(own)
  })

  test('without such terms has no hard end, the usual buy-now offer and ten minutes after an outage', async () => {
    expect(await sale()).toMatchObject({ hardEndAt: null, buyNowUntil: 'reserve-met', outageExtensionMs: 600_000 })
  })

  test('whose time has passed is not published, by the database’s clock and not by the server’s', async () => {
    const late = await sale({ opensAt: Date.now() - 2 * HOUR_MS, startsAt: Date.now() - HOUR_MS })
    await lot(late.id)
    const { now } = test_.house
    test_.house.now = () => Date.now() - 3 * HOUR_MS
    try {
      expect(await call('POST', `/sales/${late.id}/publish`)).toMatchObject({ body: { code: 'sale-begun' } })
    } finally {
      test_.house.now = now
    }
  })
})

describe('a run list', () => {
  test('is put into any order, keeps its positions without gaps, and closes up when a lot leaves', async () => {
    const { id } = await sale()
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1) ids.push((await lot(id)).id)
    const order = [ids[2]!, ids[0]!, ids[3]!, ids[1]!]
    expect((await call('PUT', `/sales/${id}/order`, { lotIds: order })).status).toBe(200)
    expect((await runList(id)).map((one) => one.id)).toEqual(order)
    expect((await call('DELETE', `/lots/${ids[0]!}`)).status).toBe(204)
    expect((await runList(id)).map(({ id: one, position }) => [one, position])).toEqual([
      [ids[2], 1],
      [ids[3], 2],
      [ids[1], 3],
    ])
  })

  test('that somebody else has changed meanwhile is not overwritten by an old order', async () => {
    const { id } = await sale()
    const [first, second] = [await lot(id), await lot(id)]
    expect(await call('PUT', `/sales/${id}/order`, { lotIds: [first.id] })).toMatchObject({
      body: { code: 'run-list-changed' },
    })
    expect(await call('PUT', `/sales/${id}/order`, { lotIds: [first.id, first.id] })).toMatchObject({ status: 409 })
    expect((await runList(id)).map((one) => one.id)).toEqual([first.id, second.id])
  })

  test('takes a lot once however often it is sent, with a seller who has an account, and refuses what cannot be', async () => {
    const { id } = await sale()
    const dana = await castPerson(test_.house.pool, { name: 'Dana' })
    const emails = await test_.house.pool.query<{ email: string }>('select email from account where id = $1', [dana.id])
    const sellerEmail = emails.rows[0]!.email
    const lotId = newId()
    expect((await lot(id, { sellerEmail }, lotId)).body).toMatchObject({ sellerEmail, position: 1 })
    expect((await lot(id, {}, lotId)).body).toMatchObject({ sellerEmail, position: 1 })
    expect(await runList(id)).toHaveLength(1)
    const nobody = await lot(id, { sellerEmail: 'nobody@demo.paddock.example' })
    expect(nobody).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'sellerEmail' }] } } })
    const wrong = await lot(id, { reserve: 50_000, openingBid: 100_050 })
    expect(wrong).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'openingBid' }, { field: 'reserve' }] } },
    })
    const changed = await call('PUT', `/lots/${lotId}`, { ...TERMS, openingBid: 150_000, reserve: 300_000 })
    expect(changed).toMatchObject({ status: 200, body: { openingBid: 150_000, reserve: 300_000, sellerEmail: null } })
  })

  test('has each vehicle in one place: entered in many auctions at once, it is taken by one', async () => {
    const vehicleId = await vehicle()
    const sales = await Promise.all(Array.from({ length: 6 }, () => sale()))
    const answers = await Promise.all(sales.map(({ id }) => lot(id, { vehicleId })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(JSON.stringify(refused?.body)).toMatch(/This vehicle is in lot \d+, which has not ended/)
  })

  test('leaves a line in the audit for every act', async () => {
    const acts = await test_.house.pool.query<{ act: string }>(`select distinct act from audit order by act`)
    expect(acts.rows.map(({ act }) => act)).toEqual([
      'change-lot',
      'change-sale',
      'choose-hero',
      'clone-sale',
      'enter-lot',
      'enter-sale',
      'order-run-list',
      'publish-sale',
      'remove-lot',
      'view-run-list',
    ])
  })
})
