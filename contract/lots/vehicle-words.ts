import { type NamedField, VEHICLE_FIELDS, type VehicleField } from './vehicle-fields.ts'
import { isCode, labelOf } from './vocabulary.ts'

/**
 * A fact as text: the name of a code, lines joined by semicolons, a date as `2026-12-24`; null if there is none. Not for the
 * odometer and the inspection, whose parts are formatted differently in different places.
 */
export function factWords({ kind, list }: NamedField, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  switch (kind) {
    case 'code':
      return labelOf(list!, value as string)
    case 'flag':
      return value === true ? 'Yes' : 'No'
    case 'lines':
      return (value as string[]).join('; ') || null
    case 'text':
    case 'number':
    case 'day':
    case 'report':
      return String(value as string | number)
    case 'odometer':
    case 'inspection':
      return null
  }
}

/** The name of a code of a coded fact, by the name of the fact; null: it isn’t one. */
export function labelOfCode(fact: string, code: string): string | null {
  const field: VehicleField | undefined = (VEHICLE_FIELDS as Readonly<Record<string, VehicleField>>)[fact]
  const list = fact === 'status' ? 'odometerStatus' : field?.list
  return list !== undefined && isCode(list, code) ? labelOf(list, code) : null
}
