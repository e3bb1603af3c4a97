import type { Vehicle } from '#contract/lots/lots.ts'
import { FIELDS, type NamedField } from '#contract/lots/vehicle-fields.ts'
import type { Inspection } from '#contract/lots/vehicle-shapes.ts'
import { factWords } from '#contract/lots/vehicle-words.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'

type Say = (value: unknown) => string

/** What bidders see of a vehicle besides its fields. */
const OTHERS: Record<string, { name: string; say: Say }> = {
  photo: { name: 'Photo', say: photoWords },
  damageMap: { name: 'Damage marks', say: (value) => marksWords(value as Vehicle['damageMap']) },
  stated: { name: 'Seller’s description', say: (value) => Object.values(value ?? {}).join('; ') || 'None' },
}

/** Field names in a correction, and how their values are worded: everything shown on a lot. */
const SHOWN: ReadonlyMap<string, { name: string; say: Say }> = new Map([
  ...Object.entries(OTHERS),
  ...FIELDS.filter(({ seenBy }) => seenBy !== 'staff').map((field) => [field.name, sayingOf(field)] as const),
])

function sayingOf(field: NamedField): { name: string; say: Say } {
  const none = field.kind === 'lines' ? 'None listed' : 'Not recorded'
  const say: Say =
    field.kind === 'inspection'
      ? (value) => inspectionWords(value as Inspection | null)
      : (value) => factWords(field, value) ?? none
  return { name: field.label, say }
}

/** Whether the field is shown on the lot: internal numbers and list names are not. */
export function isShown(field: string): boolean {
  return SHOWN.has(field)
}

export type FieldChange = { field: string; before: unknown; after: unknown }

/** A change of a shown fact as it is displayed, such as Odometer, 59,291 mi, 159,291 mi. */
export function changeWords({ field, before, after }: FieldChange) {
  const { name, say } = SHOWN.get(field)!
  if (field === 'odometer') return { field, name, ...odometerWords(before as Odometer, after as Odometer) }
  return { field, name, before: say(before), after: say(after) }
}

type Odometer = Vehicle['odometer']

/** The status is included only where it differs. */
function odometerWords(before: Odometer, after: Odometer): { before: string; after: string } {
  const hasOwnStatus = before?.status !== after?.status
  const words = (odometer: Odometer) => {
    if (odometer === null) return 'Not readable'
    const reading = `${odometer.value.toLocaleString('en-US')} ${odometer.unit}`
    return hasOwnStatus ? `${reading}, ${labelOf('odometerStatus', odometer.status).toLowerCase()}` : reading
  }
  return { before: words(before), after: words(after) }
}

/** The view a photo showed, such as Front left; null: the photo is gone. */
function photoWords(slot: unknown): string {
  if (typeof slot !== 'string') return 'Removed'
  const words = slot === 'boot' ? 'trunk' : slot.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function marksWords(marks: Vehicle['damageMap'] | null | undefined): string {
  if (marks == null || marks.length === 0) return 'None'
  return marks.map(({ kind, severity, note }) => `${kind}, ${severity}${note === '' ? '' : ` (${note})`}`).join('; ')
}

function inspectionWords(inspection: Inspection | null | undefined): string {
  if (inspection == null) return 'Not inspected'
  return inspection.by === null ? inspection.day : `${inspection.day}, by ${inspection.by}`
}
