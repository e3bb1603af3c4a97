import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import { USUAL_RULES } from '#contract/lots/publish-checks.ts'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { stockList } from '#server/lots/import/stock-list.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { VEHICLE_ENTRY } from '#test/inventory.ts'
import type { Desk, Stages } from './audit-stages.ts'
import { send } from './requests.ts'

const TERMS = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }

const auctionEntry = () => plannedAuction({ increments: [[0, 2500]] })

const VEHICLE = { ...VEHICLE_ENTRY, vin: null }

/** Actions before an auction runs: entering auctions, vehicles, lots and photos. */
export function deskStages(desk: () => Desk): Stages {
  const made = async (method: string, at: string, body: object): Promise<Record<string, unknown>> => {
    const { server, helper } = desk()
    const answer = await server.call(method, `/api/admin${at}`, { token: helper.token, body })
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${JSON.stringify(answer.body)}`)
    return answer.body as Record<string, unknown>
  }
  const idOf = async (at: string, body: object) => String((await made('POST', at, { id: newId(), ...body }))['id'])
  const auction = () => idOf('/auctions', { entry: auctionEntry() })
  const vehicle = () => idOf('/vehicles', { entry: VEHICLE })
  const lot = async (auctionId: string) => idOf(`/auctions/${auctionId}/lots`, { vehicleId: await vehicle(), ...TERMS })
  return {
    ...photoStages(desk, vehicle),
    ...importStages(desk, made),
    'POST /api/admin/auctions': async () => ({ body: { id: newId(), entry: auctionEntry() } }),
    'DELETE /api/admin/auctions/:auctionId': async () => ({ params: { auctionId: await auction() } }),
    'POST /api/admin/auctions/:auctionId/relistings': async () => {
      const lotId = await lot(await auction())
      const { rows } = await desk().server.app.pool.query<{ vehicle_id: string }>(
        `update lot set closed_at = clock_timestamp(), outcome = 'passed' where id = $1 returning vehicle_id`,
        [lotId],
      )
      return { params: { auctionId: await auction() }, body: { vehicleIds: [rows[0]!.vehicle_id] } }
    },
    'PUT /api/admin/auctions/:auctionId': async () => ({
      params: { auctionId: await auction() },
      body: { entry: { ...auctionEntry(), title: 'Another title' } },
    }),
    'PUT /api/admin/publish-rules': async () => ({ body: { rules: USUAL_RULES } }),
    'PUT /api/admin/auctions/:auctionId/hero': async () => ({
      params: { auctionId: await auction() },
      body: { vehicleId: null },
    }),
    'POST /api/admin/auctions/:auctionId/clone': async () => {
      const { opensAt, startsAt } = auctionEntry()
      return { params: { auctionId: await auction() }, body: { id: newId(), title: 'The next one', opensAt, startsAt } }
    },
    'POST /api/admin/auctions/:auctionId/publish': async () => {
      const auctionId = await auction()
      await lot(auctionId)
      return { params: { auctionId } }
    },
    'POST /api/admin/vehicle-events': async () => ({
      body: { vehicleIds: [await vehicle()], kind: 'arrived', note: '' },
    }),
    'POST /api/admin/vehicles': async () => ({ body: { id: newId(), entry: VEHICLE } }),
    'PUT /api/admin/vehicles/:vehicleId': async () => ({
      params: { vehicleId: await vehicle() },
      body: { version: 1, entry: { ...VEHICLE, colour: 'red' } },
    }),
    'POST /api/admin/auctions/:auctionId/lots': async () => ({
      params: { auctionId: await auction() },
      body: { id: newId(), vehicleId: await vehicle(), ...TERMS },
    }),
    'PUT /api/admin/lots/:lotId': async () => ({
      params: { lotId: await lot(await auction()) },
      body: { ...TERMS, openingBid: 200_000 },
    }),
    'PATCH /api/admin/auctions/:auctionId/lots': async () => {
      const auctionId = await auction()
      return { params: { auctionId }, body: { lotIds: [await lot(auctionId)], changes: { reserve: 300_000 } } }
    },
    'DELETE /api/admin/lots/:lotId': async () => ({ params: { lotId: await lot(await auction()) } }),
    'PUT /api/admin/auctions/:auctionId/order': async () => {
      const auctionId = await auction()
      const lotIds = [await lot(auctionId), await lot(auctionId)].toReversed()
      return { params: { auctionId }, body: { lotIds } }
    },
  }
}

function photoStages(desk: () => Desk, vehicle: () => Promise<string>): Stages {
  /** Each photo differs: the same file again would count as the same photo. */
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
  const photo = async (vehicleId: string): Promise<string> => {
    const { server, helper } = desk()
    const url = `${server.url}/api/admin/vehicles/${vehicleId}/photos`
    const answer = await send(url, { method: 'POST', token: helper.token, body: await picture() })
    if (answer.status !== 201) throw new Error(`a photo was not taken: ${answer.text}`)
    return (answer.json as { id: string }).id
  }
  const onePhoto = async () => ({ photoId: await photo(await vehicle()) })
  return {
    'POST /api/admin/vehicles/:vehicleId/photos': async () => ({
      params: { vehicleId: await vehicle() },
      body: await picture(),
    }),
    'PUT /api/admin/vehicles/:vehicleId/photos/order': async () => {
      const vehicleId = await vehicle()
      const ids = [await photo(vehicleId), await photo(vehicleId)].toReversed()
      return { params: { vehicleId }, body: { ids } }
    },
    'PATCH /api/admin/photos/:photoId': async () => ({
      params: await onePhoto(),
      body: { slot: 'left' },
    }),
    'POST /api/admin/photos/:photoId/retry': async () => {
      const { pool } = desk().server.app
      const params = await onePhoto()
      const state = async () =>
        (await pool.query<{ state: string }>('select state from photo where id = $1', [params.photoId])).rows[0]?.state
      await expect.poll(state, { timeout: 20_000 }).toBe('ready')
      await pool.query(`update photo set state = 'failed', failure = 'broke-off' where id = $1`, [params.photoId])
      return { params }
    },
    'DELETE /api/admin/photos/:photoId': async () => ({
      params: await onePhoto(),
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
  const becomes = (importId: string, state: string) => {
    const { server, helper } = desk()
    const read = () => server.call('GET', `/api/admin/vehicle-imports/${importId}`, { token: helper.token })
    return expect.poll(async () => ((await read()).body as { state: string }).state, { timeout: 20_000 }).toBe(state)
  }
  /** A file that was read, and how to run it. */
  const ready = async (seed: number) => {
    const { server, helper } = desk()
    const wire = { method: 'POST', token: helper.token, body: file(seed) }
    const { id } = (await send(`${server.url}/api/admin/vehicle-imports`, wire)).json as { id: string }
    await becomes(id, 'ready')
    const { mapping } = await made('POST', `/vehicle-imports/${id}/preview`, {})
    const body = { mapping: { ...(mapping as object), odometerUnit: 'mi', source: `List ${seed}` }, auctionId: null }
    return { params: { importId: id }, body }
  }
  return {
    'POST /api/admin/vehicle-imports': async () => ({ body: file(1) }),
    'POST /api/admin/bank-imports': async () => ({ body: file(1) }),
    'POST /api/admin/vehicle-imports/:importId/run': async () => ready(2),
    'POST /api/admin/vehicle-imports/:importId/undo': async () => {
      const { params, body } = await ready(3)
      await made('POST', `/vehicle-imports/${params.importId}/run`, body)
      await becomes(params.importId, 'done')
      return { params }
    },
  }
}
