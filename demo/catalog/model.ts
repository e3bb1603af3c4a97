import type { CodeOf } from '#contract/lots/vocabulary.ts'

/** A place on a vehicle seen from above, the front to the left: thousandths of its length and width. */
export const PLACES = {
  'front bumper': [40, 500],
  hood: [190, 500],
  windshield: [330, 500],
  roof: [540, 500],
  cabin: [450, 420],
  'left front fender': [170, 930],
  'right front fender': [170, 70],
  'left front door': [430, 950],
  'right front door': [430, 50],
  'left rocker': [520, 985],
  'right rocker': [520, 15],
  'left rear quarter': [820, 930],
  'right rear quarter': [820, 70],
  'load area': [760, 500],
  'rear bumper': [965, 500],
} as const

export type ConditionName = 'kept' | 'used' | 'tired' | 'fault' | 'recovered' | 'rebuilt' | 'stored'

/** Conditions in which the vehicle wasn't driven: what only a test drive shows is unknown. */
export const UNDRIVEN: ConditionName[] = ['fault', 'stored']

/** A strength of a vehicle; `unless`: conditions that contradict it. */
export type Strength = string | { text: string; unless: ConditionName[] }

/** A flaw of a vehicle: a line for the list and, if it has a position, a mark on the map. */
export type Flaw = {
  text: string
  at?: keyof typeof PLACES
  kind?: string
  severity?: 'light' | 'moderate' | 'heavy'
  unless?: ConditionName[]
}

/** A demo model: what all its vehicles share. Color and body are those of its pictures. */
export type DemoModel = {
  /** Its pictures: `<folder>-<view>` in the photo storage. */
  folder: string
  year: number
  make: string
  model: string
  body: CodeOf<'body'>
  colour: CodeOf<'colour'>
  kind: 'car' | 'commercial' | 'classic' | 'equipment' | 'motorcycle'
  /** The conditions it comes in; absent: those that fit its kind and age. A worn-out taxi is never well kept. */
  conditions?: ConditionName[]
  /** Characters 1 to 8 of its VIN and the plant's letter; null if it has no 17-character VIN. */
  vin: { start: string; plant: string } | null
  trims: (string | null)[]
  engine: string
  gearbox: CodeOf<'gearbox'>
  drive: CodeOf<'drive'>
  fuel: CodeOf<'fuel'>
  /** The catalog's own wording if it says more than the code. */
  stated?: { colour?: string; gearbox?: string; drive?: string }
  /** The worth of one in good condition, in whole currency units. */
  value: number
  /** Typical distance, in thousands; null for vehicles that count hours. */
  distance: [low: number, high: number] | null
  equipment: string[]
  strengths: Strength[]
  flaws: Flaw[]
  /** Background on this model, for the report. */
  note: string
}
