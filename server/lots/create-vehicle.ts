import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { Vehicle } from '#contract/lots.ts'
import type { FieldFault } from '#contract/problem.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput } from '#server/platform/problem.ts'
import { insertVehicle } from './entry-store.ts'
import type { StoredPhoto } from './store.ts'
import { isVin, VIN_YEAR_MIN } from './vin.ts'

const VehicleFields = z.omit(Vehicle, { id: true, photos: true })

/** What an auctioneer says of a vehicle; its photographs are in the photo storage already. */
export type VehicleInput = z.infer<typeof VehicleFields> & { photos: StoredPhoto[] }

const YEAR_MIN = 1886
const TEXT_CHARACTERS_MAX = 20_000

/** Enters a vehicle and returns its id. Throws `invalid-input` with a fault for every field that is wrong. */
export async function createVehicle<T>(trx: Kysely<T>, input: VehicleInput, now: number): Promise<string> {
  const faults = faultsOf(input, now)
  if (faults.length > 0) throw invalidInput(faults)
  const { photos, year, make, model, trim, body, vin, ...facts } = input
  const id = newId()
  await insertVehicle(trx, { id, year, make, model, trim, body, vin, facts, photos })
  return id
}

function faultsOf(input: VehicleInput, now: number): FieldFault[] {
  const parsed = VehicleFields.safeParse(input)
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  }
  const { year, vin, odometer, damageMap, conditionReport } = parsed.data
  const faults: FieldFault[] = []
  for (const field of ['make', 'model', 'body', 'location'] as const) {
    if (parsed.data[field].trim() === '') faults.push({ field, message: 'This cannot be empty.' })
  }
  const nextYear = new Date(now).getUTCFullYear() + 1
  if (year < YEAR_MIN || year > nextYear) {
    faults.push({ field: 'year', message: `The year must be between ${YEAR_MIN} and ${nextYear}.` })
  }
  if (vin !== null && year >= VIN_YEAR_MIN && !isVin(vin)) {
    faults.push({ field: 'vin', message: 'A VIN has 17 letters and digits, without I, O and Q.' })
  }
  if (odometer !== null && odometer.value < 0) {
    faults.push({ field: 'odometer', message: 'The odometer cannot be below 0.' })
  }
  const isOutside = (at: number) => at < 0 || at > 1000
  if (damageMap.some((mark) => isOutside(mark.x) || isOutside(mark.y))) {
    faults.push({ field: 'damageMap', message: 'A mark must lie on the outline (0 to 1000).' })
  }
  if (conditionReport.length > TEXT_CHARACTERS_MAX) {
    faults.push({ field: 'conditionReport', message: `Use at most ${TEXT_CHARACTERS_MAX} characters.` })
  }
  return faults
}
