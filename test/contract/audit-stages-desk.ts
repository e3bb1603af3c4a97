import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { SaleEntry } from '#contract/sale-entry.ts'
import type { VehicleEntry } from '#contract/vehicles.ts'
import { stockList } from '#server/lots/import/stock-list.test-model.ts'
import { newId } from '#server/platform/id.ts'
import type { Desk, Stages } from './audit-stages.ts'
import { send } from './requests.ts'

const HOUR_MS = 3_600_000
const TERMS = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }

function saleEntry(): SaleEntry {
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
    ladder: [[0, 2500]],
  }
}

const VEHICLE: VehicleEntry = {
  year: 2003,
  make: 'Saturn',
  model: 'Vue',
  trim: null,
  body: 'suv',
  vin: null,
  stockNumber: null,
  source: '',
  odometer: { value: 98_000, unit: 'mi', status: 'actual' },
  titleBrand: 'clean',
  damagePrimary: null,
  damageSecondary: null,
  keys: 'present',
  runState: 'drives',
  engine: null,
  gearbox: null,
  drive: null,
  fuel: 'petrol',
  colour: 'silver',
  sellerKind: 'private',
  stated: {},
  location: 'Springfield',
  highlights: [],
  flaws: [],
  equipment: [],
  conditionReport: '',
}

/** Acts at the desk before a sale runs: entering sales, vehicles, lots and photographs. */
export function deskStages(desk: () => Desk): Stages {
  const made = async (method: string, at: string, body: object): Promise<Record<string, unknown>> => {
    const { house, helper } = desk()
    const answer = await house.call(method, `/api/admin${at}`, { token: helper.token, body })
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${JSON.stringify(answer.body)}`)
    return answer.body as Record<string, unknown>
  }
  const idOf = async (at: string, body: object) => String((await made('POST', at, { id: newId(), ...body }))['id'])
  const sale = () => idOf('/sales', { entry: saleEntry() })
  const vehicle = () => idOf('/vehicles', { entry: VEHICLE })
  const lot = async (auctionId: string) => idOf(`/sales/${auctionId}/lots`, { vehicleId: await vehicle(), ...TERMS })
  return {
    ...photographStages(desk, vehicle),
    ...importStages(desk, made),
    'POST /api/admin/sales': async () => ({ body: { id: newId(), entry: saleEntry() } }),
    'PUT /api/admin/sales/:auctionId': async () => ({
      params: { auctionId: await sale() },
      body: { entry: { ...saleEntry(), title: 'Another title' } },
    }),
    'PUT /api/admin/sales/:auctionId/hero': async () => ({
      params: { auctionId: await sale() },
      body: { vehicleId: null },
    }),
    'POST /api/admin/sales/:auctionId/clone': async () => {
      const { opensAt, startsAt } = saleEntry()
      return { params: { auctionId: await sale() }, body: { id: newId(), title: 'The next one', opensAt, startsAt } }
    },
    'POST /api/admin/sales/:auctionId/publish': async () => {
      const auctionId = await sale()
      await lot(auctionId)
      return { params: { auctionId } }
    },
    'POST /api/admin/vehicles': async () => ({ body: { id: newId(), entry: VEHICLE } }),
    'PUT /api/admin/vehicles/:vehicleId': async () => ({
      params: { vehicleId: await vehicle() },
      body: { version: 1, entry: { ...VEHICLE, colour: 'red' } },
    }),
    'POST /api/admin/sales/:auctionId/lots': async () => ({
      params: { auctionId: await sale() },
      body: { id: newId(), vehicleId: await vehicle(), ...TERMS },
    }),
    'PUT /api/admin/lots/:lotId': async () => ({
      params: { lotId: await lot(await sale()) },
      body: { ...TERMS, openingBid: 200_000 },
    }),
    'DELETE /api/admin/lots/:lotId': async () => ({ params: { lotId: await lot(await sale()) } }),
    'PUT /api/admin/sales/:auctionId/order': async () => {
      const auctionId = await sale()
      const lotIds = [await lot(auctionId), await lot(auctionId)].toReversed()
      return { params: { auctionId }, body: { lotIds } }
    },
  }
}

function photographStages(desk: () => Desk, vehicle: () => Promise<string>): Stages {
  /** Each is another one: the same file again would be the same photograph. */
  const picture = async () => {
    const content = await sharp({
      create: { width: 600, height: 400, channels: 3, background: 'teal' },
    })
      .withExif({ IFD0: { Copyright: randomUUID() } })
      .jpeg()
      .toBuffer()
    const body = new FormData()
    body.set('photo', new Blob([new Uint8Array(content)]), 'left.jpg')
    return body
  }
  const photograph = async (vehicleId: string): Promise<string> => {
    const { house, helper } = desk()
    const url = `${house.url}/api/admin/vehicles/${vehicleId}/photographs`
    const answer = await send(url, { method: 'POST', token: helper.token, body: await picture() })
    if (answer.status !== 201) throw new Error(`a photograph was not taken: ${answer.text}`)
    return (answer.json as { id: string }).id
  }
  const onePhotograph = async () => ({ photographId: await photograph(await vehicle()) })
  return {
    'POST /api/admin/vehicles/:vehicleId/photographs': async () => ({
      params: { vehicleId: await vehicle() },
      body: await picture(),
    }),
    'PUT /api/admin/vehicles/:vehicleId/photographs/order': async () => {
      const vehicleId = await vehicle()
      const ids = [await photograph(vehicleId), await photograph(vehicleId)].toReversed()
      return { params: { vehicleId }, body: { ids } }
    },
    'PATCH /api/admin/photographs/:photographId': async () => ({
      params: await onePhotograph(),
      body: { slot: 'left' },
    }),
    'POST /api/admin/photographs/:photographId/retry': async () => {
      const { pool } = desk().house.house
      const params = await onePhotograph()
      const state = async () =>
        (await pool.query<{ state: string }>('select state from photograph where id = $1', [params.photographId]))
          .rows[0]?.state
      await expect.poll(state, { timeout: 20_000 }).toBe('ready')
      await pool.query(`update photograph set state = 'failed', failure = 'broke-off' where id = $1`, [
        params.photographId,
      ])
      return { params }
    },
    'DELETE /api/admin/photographs/:photographId': async () => ({
      params: await onePhotograph(),
      query: { reason: 'Another car' },
    }),
    'PUT /api/admin/vehicles/:vehicleId/damage': async () => ({
      params: { vehicleId: await vehicle() },
      body: { marks: [{ x: 1, y: 2, kind: 'dent', severity: 'light', note: '', side: 'left' }] },
    }),
  }
}

type Made = (method: string, at: string, body: object) => Promise<Record<string, unknown>>

function importStages(desk: () => Desk, made: Made): Stages {
  const file = (seed: number) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(stockList(3, seed).content)]), 'stock.csv')
    return body
  }
  return {
    'POST /api/admin/vehicle-imports': async () => ({ body: file(1) }),
    'POST /api/admin/vehicle-imports/:importId/run': async () => {
      const { house, helper } = desk()
      const wire = { method: 'POST', token: helper.token, body: file(2) }
      const { id } = (await send(`${house.url}/api/admin/vehicle-imports`, wire)).json as { id: string }
      const at = `/vehicle-imports/${id}`
      const state = async () =>
        ((await house.call('GET', `/api/admin${at}`, { token: helper.token })).body as { state: string }).state
      await expect.poll(state, { timeout: 20_000 }).toBe('ready')
      const { mapping } = await made('POST', `${at}/preview`, {})
      return { params: { importId: id }, body: { mapping, auctionId: null } }
    },
  }
}
