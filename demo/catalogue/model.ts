import type { CodeOf } from '#contract/vocabulary.ts'

/** A place on a vehicle seen from above, the front to the left: thousandths of its length and width. */
export const PLACES = {
  'front bumper': [40, 500],
  bonnet: [190, 500],
  windscreen: [330, 500],
  roof: [540, 500],
  cabin: [450, 420],
  'left front wing': [170, 930],
  'right front wing': [170, 70],
  'left front door': [430, 950],
  'right front door': [430, 50],
  'left sill': [520, 985],
  'right sill': [520, 15],
  'left rear quarter': [820, 930],
  'right rear quarter': [820, 70],
  'load area': [760, 500],
  'rear bumper': [965, 500],
} as const

export type ConditionName = 'kept' | 'used' | 'tired' | 'fault' | 'recovered' | 'rebuilt' | 'stored'

/** Conditions in which nobody drove it: what only a drive shows cannot be said then. */
export const UNDRIVEN: ConditionName[] = ['fault', 'stored']

/** Something good about a vehicle; `unless` it is in a condition that contradicts it. */
export type Strength = string | { text: string; unless: ConditionName[] }

/** Something wrong with a vehicle: a line for the list and, where it has a place, a mark on the map. */
export type Flaw = {
  text: string
  at?: keyof typeof PLACES
  kind?: string
  severity?: 'light' | 'moderate' | 'heavy'
  unless?: ConditionName[]
}

/** A demo model: what all vehicles of it share. Its colour and body are those of its pictures. */
export type DemoModel = {
  /** Its pictures: `<folder>-<view>` in the photo storage. */
  folder: string
  year: number
  make: string
  model: string
  body: CodeOf<'body'>
  colour: CodeOf<'colour'>
  kind: 'car' | 'commercial' | 'classic' | 'equipment'
  /** Characters 1 to 8 of its VIN and the plant's letter; null where it has no 17-character VIN. */
  vin: { start: string; plant: string } | null
  trims: (string | null)[]
  engine: string
  gearbox: CodeOf<'gearbox'>
  drive: CodeOf<'drive'>
  fuel: CodeOf<'fuel'>
  /** The catalogue's own words where they say more than the code. */
  stated?: { colour?: string; gearbox?: string; drive?: string }
  /** What a good one is worth, in whole currency units. */
  value: number
  /** Distance it has usually run, in thousands; null for what counts hours. */
  distance: [low: number, high: number] | null
  equipment: string[]
  strengths: Strength[]
  flaws: Flaw[]
  /** What to know of this model, for the report. */
  note: string
}
