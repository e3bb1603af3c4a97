import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'
import type { Vehicle } from '#contract/lots/lots.ts'
import type { NamedField } from '#contract/lots/vehicle-fields.ts'
import { factWords } from '#contract/lots/vehicle-words.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'
import { late } from '#web/fast-start/late.ts'
import { absentWords, dayWords, inspectionWords } from './inspection-words.ts'

const number = late(() => new Intl.NumberFormat(locale))

/** A vehicle fact as people read it, and the text where it is missing. */
export function vehicleWords(vehicle: Vehicle, field: NamedField): string {
  if (field.kind === 'inspection') return inspectionWords(vehicle)
  if (field.kind === 'odometer') return vehicle.odometer === null ? t`Not readable` : odometerWords(vehicle.odometer)
  const value: unknown = Reflect.get(vehicle, field.name)
  if (field.kind === 'day' && typeof value === 'string') return dayWords(value)
  const absent = field.none === undefined ? t`Not recorded` : translated(absentWords(vehicle, field.none))
  const known = factWords(field, value)
  return known === null ? absent : translated(known)
}

/** As in "64,601 mi, actual". */
export function odometerWords(odometer: NonNullable<Vehicle['odometer']>): string {
  return `${distanceWords(odometer)}, ${translated(labelOf('odometerStatus', odometer.status)).toLowerCase()}`
}

/** As in "64,601 mi". */
export function distanceWords({ value, unit }: NonNullable<Vehicle['odometer']>): string {
  return `${number().format(value)} ${unit}`
}
