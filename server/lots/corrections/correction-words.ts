import type { Inspection, Vehicle } from '#contract/lots.ts'
import type { ListName } from '#contract/vocabulary.ts'
import { labelOf } from '#contract/vocabulary-labels.ts'

/** What a field of a vehicle is called in a correction, and how its values are said. */
const FIELDS: Record<string, { name: string; say?: (value: unknown) => string }> = {
  year: { name: 'Year' },
  make: { name: 'Make' },
  model: { name: 'Model' },
  trim: { name: 'Trim' },
  body: coded('Body', 'body'),
  vin: { name: 'VIN' },
  odometer: { name: 'Odometer' },
  titleBrand: coded('Title', 'titleBrand'),
  damagePrimary: coded('Main damage', 'damage'),
  damageSecondary: coded('Other damage', 'damage'),
  photo: { name: 'Photo', say: photoWords },
  damageMap: { name: 'Damage marks', say: (value) => marksWords(value as Vehicle['damageMap']) },
  keys: coded('Keys', 'keys'),
  runState: coded('Running', 'runState'),
  engine: { name: 'Engine' },
  gearbox: coded('Gearbox', 'gearbox'),
  drive: coded('Drive', 'drive'),
  fuel: coded('Fuel', 'fuel'),
  colour: coded('Color', 'colour'),
  sellerKind: coded('Seller', 'sellerKind'),
  stated: { name: 'Seller’s own words' },
  location: { name: 'Location' },
  highlights: { name: 'Highlights' },
  flaws: { name: 'Known flaws' },
  equipment: { name: 'Equipment' },
  conditionReport: { name: 'Condition report' },
  inspection: { name: 'Inspection', say: (value) => inspectionWords(value as Inspection | null) },
}

/** Whether the field is shown on the lot: numbers and names of our own lists are not. */
export function isShown(field: string): boolean {
  return field in FIELDS
}

export type FieldChange = { field: string; before: unknown; after: unknown }

/** A change in the words that are shown, such as Odometer, 59,291 mi, 159,291 mi. */
export function changeWords({ field, before, after }: FieldChange) {
  const { name = field, say = plainWords } = FIELDS[field] ?? {}
  if (field === 'odometer') return { field, name, ...odometerWords(before as Odometer, after as Odometer) }
  return { field, name, before: say(before), after: say(after) }
}

function coded(name: string, list: ListName) {
  return { name, say: (value: unknown) => (typeof value === 'string' ? labelOf(list, value) : plainWords(value)) }
}

function plainWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Not recorded'
  if (Array.isArray(value)) return value.length === 0 ? 'None listed' : value.join('; ')
  if (typeof value === 'object') return Object.values(value).join('; ') || 'None'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'Recorded'
}

type Odometer = Vehicle['odometer']

/** The status is said only where it differs. */
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
