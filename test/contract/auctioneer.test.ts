import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import * as vehicleImport from '#contract/lots/import.ts'
import * as lotEntry from '#contract/lots/lot-entry.ts'
import * as auctionHero from '#contract/lots/auction-hero.ts'
import * as auctionEntry from '#contract/auctions/auction-entry.ts'
import * as vehicles from '#contract/lots/vehicles.ts'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { VEHICLE_ENTRY } from '#test/inventory.ts'
import { readDocument, unlikeDocument, type ApiDocument } from './api-document.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'

/** The auctioneer's work through the contract: every success and every refusal matches the API document. */

let server: TestServer
let document: ApiDocument
let token: string

beforeAll(async () => {
  server = await openTestServer()
  document = await readDocument(server.url)
  token = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})

afterAll(() => server.close())

/** Calls an endpoint and validates the answer against the document. `expected`: the status, or the code of a 409. Returns the JSON. */
async function send(endpoint: Endpoint, expected: number | string, input: Input = {}) {
  const answer = await callEndpoint(server.url, endpoint, input, token)
  const json = (answer.json ?? {}) as { code?: string; [field: string]: unknown }
  expect(unlikeDocument(document, endpoint, answer)).toEqual([])
  const said = answer.status === 409 ? json.code : answer.status
  expect(said, `${nameOf(endpoint)}: ${answer.text}`).toBe(expected)
  return json
}

test('an auctioneer plans an auction, enters vehicles and imports a list', async () => {
  const startsAt = Date.now() + 7_200_000
  const auction = auctionOf(startsAt)
  const auctionId = randomUUID()
  await send(auctionEntry.enterAuction, 201, { body: { id: auctionId, entry: auction } })
  await send(auctionEntry.enterAuction, 400, { body: { id: randomUUID(), entry: { ...auction, startsAt: 1 } } })
  await send(auctionEntry.listAuctions, 200)
  await send(auctionEntry.listAuctions.csv!, 200)
  const params = { auctionId }
  await send(auctionEntry.readStaffAuction, 200, { params })
  await send(auctionEntry.changeAuction, 200, { params, body: { entry: { ...auction, title: 'Friday' } } })
  const clone = { id: randomUUID(), title: 'Next', opensAt: startsAt, startsAt }
  await send(auctionEntry.cloneAuction, 201, { params, body: clone })
  await send(auctionEntry.publishAuction, 'auction-empty', { params })

  const id = randomUUID()
  const named = { ...VEHICLE_ENTRY, stockNumber: 'T-1' }
  await send(vehicles.enterVehicle, 201, { body: { id, entry: named } })
  await send(vehicles.enterVehicle, 'stock-number-taken', { body: { id: randomUUID(), entry: named } })
  const change = (version: number, model: string) => ({
    params: { vehicleId: id },
    body: { version, entry: { ...named, model } },
  })
  await send(vehicles.changeVehicle, 200, change(1, 'Vue Red Line'))
  await send(vehicles.changeVehicle, 'changed-meanwhile', change(1, 'Vue Green Line'))
  await send(vehicles.readVehicle, 200, { params: { vehicleId: id } })
  await send(vehicles.listVehicles, 200, { query: { q: 'vue', sort: 'vehicle' } })
  await send(vehicles.listVehicles.csv!, 200, { query: { q: 'vue' } })
  await send(vehicles.decodeVin, 200, { params: { vin: '5GZCZ43D13S812715' } })

  const terms = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
  const lotId = randomUUID()
  await send(lotEntry.enterLot, 201, { params, body: { id: lotId, vehicleId: id, ...terms } })
  await send(lotEntry.changeLot, 200, { params: { lotId }, body: { ...terms, reserve: 200_000 } })
  await send(lotEntry.readRunList, 200, { params })
  await send(lotEntry.orderRunList, 200, { params, body: { lotIds: [lotId] } })
  await send(lotEntry.orderRunList, 'run-list-changed', { params, body: { lotIds: [randomUUID()] } })
  await send(auctionHero.chooseAuctionHero, 'no-photo', { params, body: { vehicleId: id } })
  await send(auctionHero.chooseAuctionHero, 200, { params, body: { vehicleId: null } })
  await send(auctionHero.chooseAuctionHero, 404, { params, body: { vehicleId: randomUUID() } })
  await send(auctionEntry.publishAuction, 200, { params })
  await send(auctionEntry.changeAuction, 'auction-published', { params, body: { entry: auction } })
  await send(lotEntry.changeLot, 'lot-published', { params: { lotId }, body: terms })
  await send(lotEntry.removeLot, 'lot-published', { params: { lotId } })
})

test('an auctioneer sends a list of vehicles and sees what is missing', async () => {
  const torn = new FormData()
  torn.set('file', new Blob(['A,B\n"1,2\n']), 'torn.csv')
  const unreadable = { importId: String((await send(vehicleImport.sendVehicleFile, 201, { body: torn }))['id']) }
  await waitUntil(async () => {
    const { state, failure } = await send(vehicleImport.readVehicleImport, 200, { params: unreadable })
    return state === 'unreadable' && /never closed/.test(String(failure))
  })
  await send(vehicleImport.previewVehicleImport, 'file-not-read', { params: unreadable, body: {} })
  const form = new FormData()
  form.set('file', new Blob(['Make,Year\nSaturn,2003\n']), 'list.csv')
  const sent = await send(vehicleImport.sendVehicleFile, 201, { body: form })
  const ofImport = { importId: String(sent['id']) }
  await waitUntil(async () => {
    const { state } = await send(vehicleImport.readVehicleImport, 200, { params: ofImport })
    return state === 'ready'
  })
  await send(vehicleImport.listVehicleImports, 200)
  const { mapping } = await send(vehicleImport.previewVehicleImport, 200, { params: ofImport, body: {} })
  const body = { mapping, auctionId: null }
  await send(vehicleImport.runVehicleImport, 'fields-missing', { params: ofImport, body })
  await send(vehicleImport.checkVehicleImport, 'fields-missing', { params: ofImport, body })
  await send(vehicleImport.listImportNotes, 200, { params: ofImport })
  await send(vehicleImport.exportImportNotes, 200, { params: ofImport })
})

const auctionOf = (startsAt: number) =>
  plannedAuction({ startsAt, opensAt: startsAt - 3_600_000, increments: [[0, 2500]] })

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}
