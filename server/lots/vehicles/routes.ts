import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  changeVehicle as changeEndpoint,
  decodeVin,
  enterVehicle as enterEndpoint,
  exportVehicles,
  listVehicles,
  readVehicle,
} from '#contract/vehicles.ts'
import { VEHICLE_STATE_WORDS } from '#contract/vehicle-state-words.ts'
import { plainVin, readVin } from '#contract/vin.ts'
import { labelOf } from '#contract/vocabulary-labels.ts'
import { csvStream } from '#server/platform/csv.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { nextYearAt } from '../create-vehicle.ts'
import { titleOf } from '../title.ts'
import type { VinDecoder } from './decode-vin.ts'
import { changeVehicle, enterVehicle } from './enter-vehicle.ts'
import { presentStaffVehicle, presentVehicleLine } from './present.ts'
import {
  countVehicles,
  vehicleById,
  vehiclesBy,
  vehiclesWithVin,
  type VehicleFilter,
  type VehicleLineRow,
} from './staff-store.ts'

const PAGE = 50
const EXPORT_PAGE = 500

export function vehicleRoutes(app: FastifyInstance, house: House, decoder: VinDecoder): void {
  serve(app, listVehicles, async ({ query }) => {
    const { cursor, ...filter } = query
    const after = cursor === undefined ? null : readCursor(cursor)
    const [rows, total] = await Promise.all([
      vehiclesBy(house.db, filter, after, PAGE + 1),
      countVehicles(house.db, filter),
    ])
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    const next = rows.length > PAGE && last !== undefined ? cursorAfter(last) : null
    return { items: page.map(presentVehicleLine), next, total }
  })

  serve(app, exportVehicles, async ({ query, reply }) => sendCsv(reply, 'vehicles', await vehiclesCsv(house, query)))

  serve(app, readVehicle, async ({ params }) => {
    const row = await vehicleById(house.db, params.vehicleId)
    if (row === null) throw notFound('this vehicle')
    return presentStaffVehicle(row)
  })

  serve(app, enterEndpoint, async ({ body, person }) => {
    const row = await enterVehicle(house, person.id, body.id, body.entry)
    return row instanceof Refusal ? row : presentStaffVehicle(row)
  })

  serve(app, changeEndpoint, async ({ params, body, person }) => {
    const row = await changeVehicle(house, person.id, params.vehicleId, body)
    return row instanceof Refusal ? row : presentStaffVehicle(row)
  })

  serve(app, decodeVin, async ({ params }) => {
    const vin = plainVin(params.vin)
    const reading = readVin(vin, nextYearAt(house.now()))
    const [known, answer] = await Promise.all([
      vehiclesWithVin(house.db, vin),
      reading.isFull ? decoder.decode(vin) : ({ decoder: 'unknown', decoded: null } as const),
    ])
    const before = known.map((row) => ({ id: row.id, title: titleOf(row), createdAt: row.created_at }))
    return { ...reading, ...answer, known: before }
  })
}

const HEAD = [
  'Stock number',
  'VIN',
  'Year',
  'Make',
  'Model',
  'Trim',
  'Body',
  'Odometer',
  'Unit',
  'Odometer status',
  'Title',
  'Main damage',
  'Run state',
  'Keys',
  'Location',
  'Inspected on',
  'Inspected by',
  'Photographs',
  'State',
  'Lot',
]

function vehiclesCsv(house: House, filter: VehicleFilter): Promise<Readable> {
  return csvStream<{ key: string; id: string }>(HEAD, async (after) => {
    const rows = await vehiclesBy(house.db, filter, after, EXPORT_PAGE)
    const last = rows.at(-1)
    const next = rows.length < EXPORT_PAGE || last === undefined ? null : { key: last.key, id: last.id }
    return { records: rows.map(cellsOf), next }
  })
}

function cellsOf({ facts, ...row }: VehicleLineRow): (string | number | null)[] {
  return [
    row.stock_number,
    row.vin,
    row.year,
    row.make,
    row.model,
    row.trim,
    labelOf('body', row.body),
    facts.odometer?.value ?? null,
    facts.odometer?.unit ?? null,
    facts.odometer === null ? null : labelOf('odometerStatus', facts.odometer.status),
    labelOf('titleBrand', facts.titleBrand),
    facts.damagePrimary === null ? null : labelOf('damage', facts.damagePrimary),
    labelOf('runState', facts.runState),
    labelOf('keys', facts.keys),
    facts.location,
    facts.inspection?.day ?? 'Not inspected',
    facts.inspection?.by ?? null,
    row.photo_count,
    VEHICLE_STATE_WORDS[row.state],
    row.lot_number,
  ]
}

/** Where the next page begins, as text that clients pass on without reading it. */
function cursorAfter({ key, id }: VehicleLineRow): string {
  return Buffer.from(`${id}/${key}`).toString('base64url')
}

function readCursor(cursor: string): { key: string; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, id, key] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([^\0]{0,300})$/s.exec(text) ?? []
  if (id === undefined || key === undefined || !key.isWellFormed()) {
    throw invalidInput([{ field: 'cursor', message: 'Start again from the first page.' }])
  }
  return { key, id }
}
