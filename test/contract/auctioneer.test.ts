import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as vehicleImport from '#contract/import.ts'
import * as lotEntry from '#contract/lot-entry.ts'
import * as saleHero from '#contract/sale-hero.ts'
import * as saleEntry from '#contract/sale-entry.ts'
import * as vehicles from '#contract/vehicles.ts'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { readDocument, unlikeDocument, type ApiDocument } from './api-document.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'

/** The auctioneer's way told through the contract: every success and every refusal on it is what the API document says. */

let house: TestHouse
let document: ApiDocument
let token: string

beforeAll(async () => {
  house = await openHouse()
  document = await readDocument(house.url)
  token = (await castPerson(house.house.pool, { name: 'Aukje', role: 'auctioneer' })).token
})

afterAll(() => house.close())

/** Calls and holds the answer against the document. `expected`: the status, or the code of a 409. Answers the JSON. */
async function tell(endpoint: Endpoint, expected: number | string, input: Input = {}) {
  const answer = await callEndpoint(house.url, endpoint, input, token)
  const json = (answer.json ?? {}) as { code?: string; [field: string]: unknown }
  expect(unlikeDocument(document, endpoint, answer)).toEqual([])
  const said = answer.status === 409 ? json.code : answer.status
  expect(said, `${nameOf(endpoint)}: ${answer.text}`).toBe(expected)
  return json
}

test('an auctioneer plans a sale, enters vehicles and imports a list', async () => {
  const startsAt = Date.now() + 7_200_000
  const sale = saleOf(startsAt)
  const auctionId = randomUUID()
  await tell(saleEntry.enterSale, 201, { body: { id: auctionId, entry: sale } })
  await tell(saleEntry.enterSale, 400, { body: { id: randomUUID(), entry: { ...sale, startsAt: 1 } } })
  await tell(saleEntry.listSales, 200)
  await tell(saleEntry.exportSales, 200)
  const params = { auctionId }
  await tell(saleEntry.readStaffSale, 200, { params })
  await tell(saleEntry.changeSale, 200, { params, body: { entry: { ...sale, title: 'Friday' } } })
  const clone = { id: randomUUID(), title: 'Next', opensAt: startsAt, startsAt }
  await tell(saleEntry.cloneSale, 201, { params, body: clone })
  await tell(saleEntry.publishSale, 'sale-empty', { params })

  const id = randomUUID()
  const named = { ...VEHICLE, stockNumber: 'T-1' }
  await tell(vehicles.enterVehicle, 201, { body: { id, entry: named } })
  await tell(vehicles.enterVehicle, 'stock-number-taken', { body: { id: randomUUID(), entry: named } })
  const change = (version: number, model: string) => ({
    params: { vehicleId: id },
    body: { version, entry: { ...named, model } },
  })
  await tell(vehicles.changeVehicle, 200, change(1, 'Vue Red Line'))
  await tell(vehicles.changeVehicle, 'changed-meanwhile', change(1, 'Vue Green Line'))
  await tell(vehicles.readVehicle, 200, { params: { vehicleId: id } })
  await tell(vehicles.listVehicles, 200, { query: { q: 'vue', sort: 'make' } })
  await tell(vehicles.exportVehicles, 200, { query: { q: 'vue' } })
  await tell(vehicles.decodeVin, 200, { params: { vin: '5GZCZ43D13S812715' } })

  const terms = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
  const lotId = randomUUID()
  await tell(lotEntry.enterLot, 201, { params, body: { id: lotId, vehicleId: id, ...terms } })
  await tell(lotEntry.changeLot, 200, { params: { lotId }, body: { ...terms, reserve: 200_000 } })
  await tell(lotEntry.readRunList, 200, { params })
  await tell(lotEntry.orderRunList, 200, { params, body: { lotIds: [lotId] } })
  await tell(lotEntry.orderRunList, 'run-list-changed', { params, body: { lotIds: [randomUUID()] } })
  await tell(saleHero.chooseSaleHero, 'no-photograph', { params, body: { vehicleId: id } })
  await tell(saleHero.chooseSaleHero, 200, { params, body: { vehicleId: null } })
  await tell(saleHero.chooseSaleHero, 404, { params, body: { vehicleId: randomUUID() } })
  await tell(saleEntry.publishSale, 200, { params })
  await tell(saleEntry.changeSale, 'sale-published', { params, body: { entry: sale } })
  await tell(lotEntry.changeLot, 'lot-published', { params: { lotId }, body: terms })
  await tell(lotEntry.removeLot, 'lot-published', { params: { lotId } })
})

test('an auctioneer sends a list of vehicles and learns what it lacks', async () => {
  const torn = new FormData()
  torn.set('file', new Blob(['A,B\n"1,2\n']), 'torn.csv')
  const unreadable = { importId: String((await tell(vehicleImport.sendVehicleFile, 201, { body: torn }))['id']) }
  await waitUntil(async () => {
    const { state, failure } = await tell(vehicleImport.readVehicleImport, 200, { params: unreadable })
    return state === 'unreadable' && /never closed/.test(String(failure))
  })
  await tell(vehicleImport.previewVehicleImport, 'file-not-read', { params: unreadable, body: {} })
  const form = new FormData()
  form.set('file', new Blob(['Make,Year\nSaturn,2003\n']), 'list.csv')
  const sent = await tell(vehicleImport.sendVehicleFile, 201, { body: form })
  const ofImport = { importId: String(sent['id']) }
  await waitUntil(async () => {
    const { state } = await tell(vehicleImport.readVehicleImport, 200, { params: ofImport })
    return state === 'ready'
  })
  await tell(vehicleImport.listVehicleImports, 200)
  const { mapping } = await tell(vehicleImport.previewVehicleImport, 200, { params: ofImport, body: {} })
  const body = { mapping, auctionId: null }
  await tell(vehicleImport.runVehicleImport, 'fields-missing', { params: ofImport, body })
  await tell(vehicleImport.checkVehicleImport, 'fields-missing', { params: ofImport, body })
  await tell(vehicleImport.listImportNotes, 200, { params: ofImport })
  await tell(vehicleImport.exportImportNotes, 200, { params: ofImport })
})

const VEHICLE = {
  year: 2003,
  make: 'Saturn',
  model: 'Vue',
  trim: null,
  body: 'suv',
  vin: '5GZCZ43D13S812715',
  stockNumber: null,
  source: '',
  odometer: { value: 98_000, unit: 'mi', status: 'actual' },
  titleBrand: 'clean',
  damagePrimary: null,
  damageSecondary: null,
  keys: 'present',
  runState: 'drives',
  engine: null,
  gearbox: 'automatic',
  drive: 'all',
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

function saleOf(startsAt: number) {
  return {
    title: 'Planned sale',
    kind: 'timed',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: startsAt - 3_600_000,
    startsAt,
    lotEveryMs: 60_000,
    liveStartMs: 30_000,
    extensionWindowMs: 120_000,
    extensionMs: 120_000,
    bidUnit: 100,
    ladder: [[0, 2500]],
  }
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}
