import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import type { AuctionEntry, StaffAuction } from '#contract/auctions/auction-entry.ts'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

const YEAR_MS = 365 * 86_400_000
const HOUR_MS = 3_600_000

let server: TestServer
let aukje: string

beforeAll(async () => {
  server = await openTestServer()
  aukje = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

const call = (method: string, at: string, body?: object) =>
  server.call(method, `/api/admin${at}`, { token: aukje, ...(body === undefined ? {} : { body }) })

async function auction(own: Partial<AuctionEntry> = {}): Promise<StaffAuction> {
  const { status, body } = await call('POST', '/auctions', { id: newId(), entry: plannedAuction(own) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as StaffAuction
}

async function vehicle(): Promise<string> {
  const id = newId()
  const facts = { keys: 'present', titleBrand: 'clean', runState: 'drives', sellerKind: 'fleet', odometer: null }
  await server.app.pool.query(
    `insert into vehicle (id, year, make, model, body, facts) values ($1, 2012, 'Kiri', 'Urban', 'suv', $2)`,
    [id, JSON.stringify(facts)],
  )
  return id
}

const TERMS = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }

async function lot(auctionId: string, own: object = {}, id = newId()) {
  const body = { id, vehicleId: await vehicle(), ...TERMS, ...own }
  return { id, ...(await call('POST', `/auctions/${auctionId}/lots`, body)) }
}

async function runList(auctionId: string): Promise<EnteredLot[]> {
  return ((await call('GET', `/auctions/${auctionId}/lots`)).body as { items: EnteredLot[] }).items
}

describe('an auction', () => {
  test('is a draft that nobody sees until it is published with its lots, and then accepts bids', async () => {
    const draft = await auction()
    expect(draft).toMatchObject({ state: 'draft', lotCount: 0 })
    expect((await server.call('GET', `/api/auctions/${draft.id}`)).status).toBe(404)
    expect(await call('POST', `/auctions/${draft.id}/publish`)).toMatchObject({
      status: 409,
      body: { code: 'auction-empty' },
    })
    const first = await lot(draft.id, { reserve: 200_000 })
    await lot(draft.id)
    expect(await call('POST', `/auctions/${draft.id}/publish`)).toMatchObject({
      status: 200,
      body: { state: 'scheduled', lotCount: 2 },
    })
    const standings = await server.app.pool.query('select 1 from standing where auction_id = $1', [draft.id])
    expect(standings.rowCount).toBe(2)
    expect((await server.call('GET', `/api/lots/${first.id}/summary`)).status).toBe(200)
    expect(await call('PUT', `/auctions/${draft.id}`, { entry: plannedAuction({ title: 'Other' }) })).toMatchObject({
      body: { code: 'auction-published' },
    })
    expect(await call('PUT', `/lots/${first.id}`, TERMS)).toMatchObject({ body: { code: 'lot-published' } })
    expect(await call('DELETE', `/lots/${first.id}`)).toMatchObject({ body: { code: 'lot-published' } })
  })

  test('uses the first photo of one of its vehicles, also once it is published', async () => {
    const draft = await auction()
    const first = await lot(draft.id)
    const [{ vehicleId }] = (await runList(draft.id)) as [EnteredLot]
    const choose = (id: string | null, auctionId = draft.id) =>
      call('PUT', `/auctions/${auctionId}/hero`, { vehicleId: id })
    expect(await choose(vehicleId)).toMatchObject({ status: 409, body: { code: 'no-photo' } })
    const photos = JSON.stringify([{ name: 'a'.repeat(32), view: 'front', width: 1200, height: 800 }])
    await server.app.pool.query('update vehicle set photos = $2 where id = $1', [vehicleId, photos])
    const heroPhoto = `/photos/${'a'.repeat(32)}-960.webp`
    expect(await choose(vehicleId)).toEqual(expect.objectContaining({ status: 200, body: { heroPhoto } }))
    expect((await choose(await vehicle())).status).toBe(404)
    expect((await choose(vehicleId, newId())).status).toBe(404)
    await call('POST', `/auctions/${draft.id}/publish`)
    expect((await server.call('GET', `/api/auctions/${draft.id}`)).body).toMatchObject({ heroPhoto })
    expect((await choose(null)).body).toEqual({ heroPhoto: null })
    const actions = await server.app.pool.query(
      `select 1 from audit where action = 'choose-hero' and subject_id = $1`,
      [draft.id],
    )
    expect([actions.rowCount, first.status]).toEqual([2, 201])
  })

  test('is changed as a draft, field by field, and cloned without its lots at another time', async () => {
    const draft = await auction({ lotEveryMs: 90_000 })
    await lot(draft.id)
    const changed = await call('PUT', `/auctions/${draft.id}`, {
      entry: { ...plannedAuction({ bidUnit: 5000 }), title: 'Friday auction' },
    })
    expect(changed).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    const falling = await call('PUT', `/auctions/${draft.id}`, {
      entry: plannedAuction({
        increments: [
          [0, 1000],
          [50_000, 2500],
          [20_000, 5000],
        ],
      }),
    })
    expect(falling).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(JSON.stringify(falling.body)).toContain('Band 3 must start above band 2')
    const laddered = await call('PUT', `/auctions/${draft.id}`, { entry: plannedAuction({ increments: [[0, 5000]] }) })
    expect(laddered).toMatchObject({ status: 200, body: { increments: [[0, 5000]] } })
    const renamed = await call('PUT', `/auctions/${draft.id}`, {
      entry: plannedAuction({ title: 'Friday auction', lotEveryMs: 90_000 }),
    })
    expect(renamed).toMatchObject({ status: 200, body: { title: 'Friday auction' } })
    const startsAt = Date.now() + 100 * HOUR_MS
    const clone = await call('POST', `/auctions/${draft.id}/clone`, {
      id: newId(),
      title: 'Next',
      opensAt: startsAt,
      startsAt,
    })
    expect(clone).toMatchObject({ status: 201, body: { title: 'Next', state: 'draft', lotEveryMs: 90_000, startsAt } })
    expect(await runList((clone.body as StaffAuction).id)).toEqual([])
  })

  test('keeps the currency and a bid unit that the amounts of its lots fit', async () => {
    const draft = await auction({ bidUnit: 5000, increments: [[0, 5000]] })
    const { status, body } = await lot(draft.id, { openingBid: 105_000, reserve: 200_000 })
    expect(status).toBe(201)
    const change = (own: Partial<AuctionEntry>) =>
      call('PUT', `/auctions/${draft.id}`, { entry: plannedAuction({ increments: [[0, 10_000]], ...own }) })
    const lotNumber = (body as EnteredLot).lotNumber
    const message = `Lot ${lotNumber} is priced at $1,050.00, which isn’t a multiple of it. Change the lot first, or keep $50.00.`
    expect(await change({ bidUnit: 10_000 })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'entry.bidUnit', message }] } },
    })
    expect(await change({ currency: 'EUR', bidUnit: 5000 })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'entry.currency' }] } },
    })
    expect((await change({ bidUnit: 2500 })).status).toBe(200)
  })

  test('has its own hard end, buy-now terms and outage extension, which its lots, bidders and clones get', async () => {
    const { opensAt, startsAt } = plannedAuction()
    const own = { hardEndAt: startsAt + HOUR_MS, buyNowUntil: 'price-reached', outageExtensionMs: 300_000 } as const
    const planned = await auction({ ...own, opensAt, startsAt })
    expect(planned).toMatchObject(own)
    const kept = await call('PUT', `/auctions/${planned.id}`, { entry: plannedAuction({ opensAt, startsAt }) })
    expect(kept).toMatchObject({ status: 200, body: own })
    const early = { ...own, hardEndAt: startsAt - 1 }
    const refused = await call('PUT', `/auctions/${planned.id}`, {
      entry: plannedAuction({ opensAt, startsAt, ...early }),
    })
    expect(JSON.stringify(refused.body)).toContain('The hard end can’t be before')
    const { id: lotId } = await lot(planned.id)
    const later = { id: newId(), title: 'Later', opensAt: opensAt + HOUR_MS, startsAt: startsAt + 2 * HOUR_MS }
    const clone = await call('POST', `/auctions/${planned.id}/clone`, later)
    expect(clone).toMatchObject({ status: 201, body: { ...own, hardEndAt: startsAt + 3 * HOUR_MS } })
    expect((await call('POST', `/auctions/${planned.id}/publish`)).status).toBe(200)
    const { rows } = await server.app.pool.query('select terms from standing where lot_id = $1', [lotId])
    expect(rows).toMatchObject([{ terms: own }])
    expect((await server.call('GET', `/api/auctions/${planned.id}/terms`)).body).toMatchObject(own)
  })

  test('without such terms has no hard end, the usual buy-now offer and ten minutes after an outage', async () => {
    expect(await auction()).toMatchObject({ hardEndAt: null, buyNowUntil: 'reserve-met', outageExtensionMs: 600_000 })
  })

  test('gets no time that has passed, when it is planned, changed or cloned', async () => {
    const [opensAt, startsAt] = [Date.now() - 2 * HOUR_MS, Date.now() - HOUR_MS]
    const message = 'This time has passed. Choose a later one.'
    const { id } = await auction()
    for (const [method, path, body] of [
      ['POST', '/auctions', { id: newId(), entry: plannedAuction({ opensAt, startsAt }) }],
      ['PUT', `/auctions/${id}`, { entry: plannedAuction({ opensAt, startsAt }) }],
      ['POST', `/auctions/${id}/clone`, { id: newId(), title: 'Next', opensAt, startsAt }],
    ] as const)
      expect(await call(method, path, body)).toMatchObject({
        status: 400,
        body: { details: { fields: [{ message }] } },
      })
  })

  test.each([
    ['opensAt', { opensAt: Date.UTC(1900, 0) }, 'Choose a date from 2000 to 2099.'],
    ['startsAt', { startsAt: Date.UTC(9999, 0) }, 'Choose a date from 2000 to 2099.'],
    ['startsAt', { startsAt: Number.MAX_SAFE_INTEGER }, 'Choose a date from 2000 to 2099.'],
    ['startsAt', { startsAt: Date.now() + 6 * YEAR_MS }, 'This is more than five years away. Check the year.'],
    [
      'opensAt',
      { opensAt: Date.now() - 2 * YEAR_MS },
      'This is more than a year before the first lot. Check the year.',
    ],
    [
      'hardEndAt',
      { hardEndAt: Date.now() + 2 * YEAR_MS },
      'This is more than a year after the first lot. Check the year.',
    ],
  ])('gets no %s whose year is a slip: %o', async (name, own, message) => {
    const refused = await call('POST', '/auctions', { id: newId(), entry: plannedAuction(own) })
    const { fields } = (refused.body as { details: { fields: { field: string; message: string }[] } }).details
    expect(fields.map((one) => [one.field.split('.').at(-1), one.message])).toEqual([[name, message]])
  })

  test('whose time has passed is not published, by the database’s clock and not the server’s', async () => {
    const late = await auction()
    await lot(late.id)
    const past = [2, 1].map((hours) => new Date(Date.now() - hours * HOUR_MS))
    await server.app.pool.query('update auction set opens_at = $2, starts_at = $3 where id = $1', [late.id, ...past])
    const { now } = server.app
    server.app.now = () => Date.now() - 3 * HOUR_MS
    try {
      expect(await call('POST', `/auctions/${late.id}/publish`)).toMatchObject({ body: { code: 'auction-begun' } })
    } finally {
      server.app.now = now
    }
  })
})

describe('a run list', () => {
  test('can be reordered, keeps its positions without gaps, and closes up when a lot leaves', async () => {
    const { id } = await auction()
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1) ids.push((await lot(id)).id)
    const order = [ids[2]!, ids[0]!, ids[3]!, ids[1]!]
    expect((await call('PUT', `/auctions/${id}/order`, { lotIds: order })).status).toBe(200)
    expect((await runList(id)).map((one) => one.id)).toEqual(order)
    expect((await call('DELETE', `/lots/${ids[0]!}`)).status).toBe(204)
    expect((await runList(id)).map(({ id: one, position }) => [one, position])).toEqual([
      [ids[2], 1],
      [ids[3], 2],
      [ids[1], 3],
    ])
  })

  test('that someone else changed meanwhile is not overwritten by an old order', async () => {
    const { id } = await auction()
    const [first, second] = [await lot(id), await lot(id)]
    expect(await call('PUT', `/auctions/${id}/order`, { lotIds: [first.id] })).toMatchObject({
      body: { code: 'run-list-changed' },
    })
    expect(await call('PUT', `/auctions/${id}/order`, { lotIds: [first.id, first.id] })).toMatchObject({ status: 409 })
    expect((await runList(id)).map((one) => one.id)).toEqual([first.id, second.id])
  })

  test('accepts a lot once however often it is sent, with a seller who has an account, and refuses invalid input', async () => {
    const { id } = await auction()
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const { rows } = await server.app.pool.query<{ email: string }>(`select email from account where id = '${dana.id}'`)
    const own = { sellerEmail: rows[0]!.email, vehicleId: await vehicle() }
    const lotId = newId()
    for (let sent = 0; sent < 2; sent += 1)
      expect((await lot(id, own, lotId)).body).toMatchObject({ sellerEmail: own.sellerEmail, position: 1 })
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

  test('has each vehicle in one place: entered in many auctions at once, it is accepted by one', async () => {
    const vehicleId = await vehicle()
    const auctions = await Promise.all(Array.from({ length: 6 }, () => auction()))
    const answers = await Promise.all(auctions.map(({ id }) => lot(id, { vehicleId })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(JSON.stringify(refused?.body)).toMatch(/This vehicle is in lot \d+, which has not ended/)
  })

  test('writes an audit entry for every action', async () => {
    const actions = await server.app.pool.query<{ action: string }>(`select distinct action from audit order by action`)
    expect(actions.rows.map(({ action }) => action)).toEqual([
      'change-auction',
      'change-lot',
      'choose-hero',
      'clone-auction',
      'enter-auction',
      'enter-lot',
      'order-run-list',
      'publish-auction',
      'remove-lot',
      'view-run-list',
    ])
  })
})
