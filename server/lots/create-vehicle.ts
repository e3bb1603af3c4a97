import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { Vehicle } from '#contract/lots/lots.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { VehicleEntry } from '#contract/lots/vehicles.ts'
import { isMistypedVin, isVin, maskedVin, plainVin, VIN_YEAR_MIN } from '#contract/lots/vin.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput } from '#server/platform/problem.ts'
import { insertVehicle } from './entry-store.ts'
import type { StoredPhoto } from './store.ts'

const VehicleFields = z.object({
  ...VehicleEntry.shape,
  stockNumber: z.optional(VehicleEntry.shape.stockNumber),
  source: z.optional(VehicleEntry.shape.source),
  stated: z.optional(VehicleEntry.shape.stated),
  damageMap: Vehicle.shape.damageMap,
})

/** An auctioneer's input for a vehicle; its photos are already in the photo storage. */
export type VehicleInput = z.infer<typeof VehicleFields> & { photos: StoredPhoto[] }

const YEAR_MIN = 1886

/**
 * Enters a vehicle and returns its id. Throws `invalid-input` with a fault for every wrong field. The same vehicle may be entered again
 * when it returns years later; one that is still here is changed instead.
 */
export async function createVehicle<T>(
  trx: Kysely<T>,
  input: VehicleInput,
  now: number,
  id = newId(),
): Promise<string> {
  const parsed = VehicleFields.safeParse(input)
  if (!parsed.success) {
    throw invalidInput(parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })))
  }
  const faults = [...faultsOfEntry(parsed.data, now), ...faultsOfMarks(parsed.data.damageMap)]
  if (faults.length > 0) throw invalidInput(faults)
  const { year, make, model, trim, body, vin, stockNumber = null, source = '', ...facts } = parsed.data
  await insertVehicle(trx, {
    id,
    year,
    make,
    model,
    trim,
    body,
    photos: input.photos,
    source,
    stock_number: stockNumber,
    vin: vin === null ? null : (maskedVin(vin) ?? plainVin(vin)),
    facts: { ...facts, stated: facts.stated ?? {} },
  })
  return id
}

/** The last model year that can be sold: makers are a year ahead of the calendar. */
export function nextYearAt(now: number): number {
  return new Date(now).getUTCFullYear() + 1
}

/** Faults that a correctly shaped form may still have. */
export function faultsOfEntry(
  entry: Pick<VehicleEntry, NamedField | 'year' | 'vin' | 'inspection'>,
  now: number,
): FieldFault[] {
  const { year } = entry
  const faults: FieldFault[] = []
  for (const field of NAMED) {
    if (entry[field].trim() === '') faults.push({ field, message: 'This can’t be empty.' })
  }
  const nextYear = nextYearAt(now)
  if (year < YEAR_MIN || year > nextYear) {
    faults.push({ field: 'year', message: `The year must be between ${YEAR_MIN} and ${nextYear}.` })
  }
  const vin = entry.vin === null ? null : plainVin(entry.vin)
  if (vin !== null && year >= VIN_YEAR_MIN && !isVin(vin) && maskedVin(vin) === null) {
    faults.push({ field: 'vin', message: 'A VIN has 17 letters and digits, without I, O and Q.' })
  }
  // Only for North American VINs: elsewhere and in older years the check digit is optional, so a mismatch is shown but not refused.
  if (vin !== null && isMistypedVin(vin, year)) {
    faults.push({ field: 'vin', message: 'This VIN’s check digit doesn’t match. Check each character.' })
  }
  if (entry.inspection != null && entry.inspection.day > lastDayAt(now)) {
    faults.push({ field: 'inspection.day', message: 'The inspection date can’t be in the future.' })
  }
  // A model year starts up to a year ahead of the calendar.
  if (entry.inspection != null && Number(entry.inspection.day.slice(0, 4)) < year - 1) {
    faults.push({
      field: 'inspection.day',
      message: 'The inspection date is before the vehicle was built. Check both.',
    })
  }
  return faults
}

/** The current date at UTC+14, where it is latest on Earth: no inspection can be later. */
function lastDayAt(now: number): string {
  return new Date(now + 14 * 3_600_000).toISOString().slice(0, 10)
}

const NAMED = ['make', 'model', 'location'] as const
type NamedField = (typeof NAMED)[number]

function faultsOfMarks(damageMap: Vehicle['damageMap']): FieldFault[] {
  const isOutside = (at: number) => at < 0 || at > 1000
  return damageMap.some((mark) => isOutside(mark.x) || isOutside(mark.y))
    ? [{ field: 'damageMap', message: 'A mark must lie on the outline (0 to 1000).' }]
    : []
}
