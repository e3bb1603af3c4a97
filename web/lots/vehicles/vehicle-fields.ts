import { CODED_FIELDS, FIELDS, type FieldName, type NamedField } from '#contract/lots/vehicle-fields.ts'
import type { StaffVehicle, VehicleEntry } from '#contract/lots/vehicles.ts'
import { isCode } from '#contract/lots/vocabulary.ts'

/** Inputs for composite facts, and the inputs that are not facts. */
const PARTS = ['odometerUnit', 'odometerStatus', 'inspectionDay', 'inspectionBy', 'source', 'reason'] as const

/** The form of a vehicle as typed: everything is text. */
export type VehicleForm = Record<Exclude<FieldName, 'inspection'> | (typeof PARTS)[number], string>

const PLAIN = FIELDS.filter(({ kind }) => kind !== 'odometer' && kind !== 'inspection')

export const EMPTY_FORM = Object.fromEntries(
  [...PLAIN.map(({ name }) => name), 'odometer', ...PARTS].map((name) => [name, '']),
) as VehicleForm

/** A vehicle as its form shows it. A word that is not a known code leaves its field unselected. */
export function formOf(vehicle: StaffVehicle): VehicleForm {
  const { odometer, inspection, source } = vehicle
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  return {
    ...EMPTY_FORM,
    ...Object.fromEntries(PLAIN.map((field) => [field.name, typed(field, vehicle[field.name])])),
    source,
    odometer: text(odometer?.value),
    odometerUnit: text(odometer?.unit),
    odometerStatus: text(odometer?.status),
    inspectionDay: text(inspection?.day),
    inspectionBy: text(inspection?.by),
  }
}

function typed({ kind, list }: NamedField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'code') return isCode(list!, value) ? value : ''
  if (kind === 'flag') return value === true ? 'yes' : 'no'
  return String(value as string | number)
}

/** One fact as its input holds it. An empty required one is sent as it is, so that the server names it. */
function said({ kind, isRequired }: NamedField, text: string): unknown {
  if (kind === 'lines') {
    return text
      .split('\n')
      .map((one) => one.trim())
      .filter(Boolean)
  }
  const value = text.trim()
  if (kind === 'report') return value
  if (kind === 'number') return value === '' && !isRequired ? null : Number(value)
  if (value === '') return isRequired ? '' : null
  return kind === 'flag' ? value === 'yes' : value
}

/** The form's content as it is sent; the server validates it. `before`: details stored with a code are kept unless the code changed. */
export function entryOf(form: VehicleForm, before: StaffVehicle | null): VehicleEntry {
  const stated = CODED_FIELDS.flatMap(({ name }) => {
    const own = before !== null && before[name] === (form[name] || null) ? before.stated?.[name] : undefined
    return own === undefined ? [] : [[name, own]]
  })
  return {
    ...Object.fromEntries(PLAIN.map((field) => [field.name, said(field, form[field.name as keyof VehicleForm])])),
    source: form.source.trim(),
    odometer:
      form.odometer.trim() === ''
        ? null
        : {
            value: Number(form.odometer.replace(/[\s,.]/g, '')),
            unit: form.odometerUnit,
            status: form.odometerStatus || 'not-stated',
          },
    inspection: form.inspectionDay === '' ? null : { day: form.inspectionDay, by: form.inspectionBy.trim() || null },
    stated: Object.fromEntries(stated),
  } as VehicleEntry
}

/** The form field that a server error refers to. */
export function fieldOfFault(field: string): keyof VehicleForm | null {
  const [name = '', inner] = field.replace(/^entry\./, '').split('.')
  if (name === 'odometer') return inner === 'unit' ? 'odometerUnit' : inner === 'status' ? 'odometerStatus' : 'odometer'
  if (name === 'inspection') return inner === 'by' ? 'inspectionBy' : 'inspectionDay'
  return name in EMPTY_FORM ? (name as keyof VehicleForm) : null
}
