import type { FastifyInstance } from 'fastify'
import {
  changeVehicle as changeEndpoint,
  decodeVin,
  enterVehicle as enterEndpoint,
  listVehicles,
  readVehicle,
} from '#contract/lots/vehicles.ts'
import { readVehicleHistory, recordVehicleEvent } from '#contract/lots/vehicle-events.ts'
import { plainVin, readVin } from '#contract/lots/vin.ts'
import { FIELDS, type NamedField } from '#contract/lots/vehicle-fields.ts'
import type { App } from '#server/platform/app.ts'
import { faultsUnder, notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { nextYearAt } from '../create-vehicle.ts'
import { titleOf } from '../title.ts'
import type { VinDecoder } from './decode-vin.ts'
import { changeVehicle, enterVehicle } from './enter-vehicle.ts'
import { presentStaffVehicle, presentVehicleLine } from './present.ts'
import { readHistory, recordEvent } from './record-event.ts'
import { VEHICLE_LIST, vehicleById, vehiclesWithVin, type VehicleLineRow } from './staff-store.ts'

export function vehicleRoutes(http: FastifyInstance, app: App, decoder: VinDecoder): void {
  serveList(http, app.db, listVehicles, VEHICLE_LIST, {
    present: (rows: VehicleLineRow[]) => rows.map(presentVehicleLine),
    presentRows: (rows: VehicleLineRow[]) => rows.map((row) => ({ ...presentVehicleLine(row), facts: factsOf(row) })),
  })

  serve(http, readVehicle, async ({ params }) => {
    const row = await vehicleById(app.db, params.vehicleId)
    if (row === null) throw notFound('this vehicle')
    return presentStaffVehicle(row)
  })

  serve(http, readVehicleHistory, ({ params }) => readHistory(app.db, params.vehicleId))

  serve(http, recordVehicleEvent, ({ body, person }) => recordEvent(app, person.id, body))

  serve(http, enterEndpoint, async ({ body, person }) => {
    const row = await faultsUnder('entry', () => enterVehicle(app, person.id, body.id, body.entry))
    return row instanceof Refusal ? row : presentStaffVehicle(row)
  })

  serve(http, changeEndpoint, async ({ params, body, person }) => {
    const row = await faultsUnder('entry', () => changeVehicle(app, person.id, params.vehicleId, body))
    return row instanceof Refusal ? row : presentStaffVehicle(row)
  })

  serve(http, decodeVin, async ({ params }) => {
    const vin = plainVin(params.vin)
    const reading = readVin(vin, nextYearAt(app.now()))
    const [known, answer] = await Promise.all([
      vehiclesWithVin(app.db, vin),
      reading.isFull ? decoder.decode(vin) : ({ decoder: 'unknown', decoded: null } as const),
    ])
    const before = known.map((row) => ({ id: row.id, title: titleOf(row), createdAt: row.created_at }))
    return { ...reading, ...answer, known: before }
  })
}

/** Every fact of a vehicle by field name, wherever it is stored. */
function factsOf(row: VehicleLineRow): Record<string, unknown> {
  const value = ({ name, column }: NamedField): unknown =>
    column === undefined ? Reflect.get(row.facts, name) : Reflect.get(row, column)
  return Object.fromEntries(FIELDS.map((field) => [field.name, value(field)]))
}
