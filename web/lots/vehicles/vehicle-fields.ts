import type { StaffVehicle, VehicleEntry } from '#contract/vehicles.ts'
import { STATED_FIELDS } from '#contract/stated.ts'
import { isCode, type ListName } from '#contract/vocabulary.ts'

/** The form of a vehicle as it is typed: everything is text. */
export type VehicleForm = Record<
  (typeof TEXTS)[number] | (typeof CODES)[number][0] | (typeof LINES)[number],
  string
> & {
  odometer: string
  odometerUnit: string
  odometerStatus: string
  inspectionDay: string
  inspectionBy: string
  reason: string
}

export const TEXTS = [
  'vin',
  'stockNumber',
  'source',
  'year',
  'make',
  'model',
  'trim',
  'engine',
  'location',
  'conditionReport',
] as const
export const LINES = ['highlights', 'flaws', 'equipment'] as const
/** Coded facts, each with its list; the last two words: whether it may be left open. */
export const CODES = [
  ['body', 'body', false],
  ['titleBrand', 'titleBrand', false],
  ['runState', 'runState', false],
  ['keys', 'keys', false],
  ['sellerKind', 'sellerKind', false],
  ['damagePrimary', 'damage', true],
  ['damageSecondary', 'damage', true],
  ['gearbox', 'gearbox', true],
  ['drive', 'drive', true],
  ['fuel', 'fuel', true],
  ['colour', 'colour', true],
] as const satisfies readonly (readonly [keyof VehicleEntry, ListName, boolean])[]

export const EMPTY_FORM = Object.fromEntries(
  [
    ...TEXTS,
    ...LINES,
    ...CODES.map(([field]) => field),
    'odometer',
    'odometerUnit',
    'odometerStatus',
    'inspectionDay',
    'inspectionBy',
    'reason',
  ].map((field) => [field, '']),
) as VehicleForm

/** A vehicle as its form shows it. A word that is no code leaves its choice open. */
export function formOf(vehicle: StaffVehicle): VehicleForm {
  const { odometer, inspection } = vehicle
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const form = { ...EMPTY_FORM }
  for (const field of TEXTS) form[field] = text(vehicle[field])
  for (const field of LINES) form[field] = vehicle[field].join('\n')
  for (const [field, list] of CODES) form[field] = isCode(list, vehicle[field]) ? vehicle[field] : ''
  return {
    ...form,
    odometer: text(odometer?.value),
    odometerUnit: text(odometer?.unit),
    odometerStatus: text(odometer?.status),
    inspectionDay: text(inspection?.day),
    inspectionBy: text(inspection?.by),
  }
}

/**
 * What the form says, as it is sent. The house judges it; fields that stay open are sent as what they are, so that the house names
 * them. `before`: what is stated beside the codes stays where the code has not changed.
 */
export function entryOf(form: VehicleForm, before: StaffVehicle | null): VehicleEntry {
  const own = (field: (typeof TEXTS)[number]) => form[field].trim()
  const orNull = (field: (typeof TEXTS)[number]) => own(field) || null
  const coded = Object.fromEntries(
    CODES.map(([field, , isOptional]) => [field, form[field] || (isOptional ? null : '')]),
  )
  const lines = Object.fromEntries(
    LINES.map((field) => [
      field,
      form[field]
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ]),
  )
  const stated = STATED_FIELDS.filter((field) => before !== null && before[field] === (form[field] || null))
  return {
    year: Number(own('year')),
    make: own('make'),
    model: own('model'),
    trim: orNull('trim'),
    vin: orNull('vin'),
    stockNumber: orNull('stockNumber'),
    source: own('source'),
    engine: orNull('engine'),
    location: own('location'),
    conditionReport: form.conditionReport.trim(),
    odometer:
      form.odometer.trim() === ''
        ? null
        : {
            value: Number(form.odometer.replace(/[\s,.]/g, '')),
            unit: form.odometerUnit,
            status: form.odometerStatus || 'not-stated',
          },
    inspection: form.inspectionDay === '' ? null : { day: form.inspectionDay, by: form.inspectionBy.trim() || null },
    stated: Object.fromEntries(
      stated.flatMap((field) => (before?.stated?.[field] === undefined ? [] : [[field, before.stated[field]]])),
    ),
    ...coded,
    ...lines,
  } as VehicleEntry
}

/** The field of the form that a fault of the house speaks of. */
export function fieldOfFault(field: string): keyof VehicleForm | null {
  const [name = '', inner] = field.replace(/^entry\./, '').split('.')
  if (name === 'odometer') return inner === 'unit' ? 'odometerUnit' : inner === 'status' ? 'odometerStatus' : 'odometer'
  if (name === 'inspection') return inner === 'by' ? 'inspectionBy' : 'inspectionDay'
  if (field === 'reason') return 'reason'
  return name in EMPTY_FORM ? (name as keyof VehicleForm) : null
}
