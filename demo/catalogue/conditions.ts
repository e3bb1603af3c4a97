import type { CodeOf } from '#contract/vocabulary.ts'
import type { ConditionName } from './model.ts'

/** In what state a demo vehicle comes to the sale, whatever model it is. */
export type Condition = {
  name: ConditionName
  /** Its worth beside a good one. */
  factor: number
  /** How often it occurs beside the others. */
  weight: number
  titleBrand: CodeOf<'titleBrand'>
  runState: CodeOf<'runState'>
  keys: CodeOf<'keys'>
  odometerStatus: CodeOf<'odometerStatus'>
  damagePrimary: CodeOf<'damage'> | null
  damageSecondary: CodeOf<'damage'> | null
  /** How many of the model's flaws and strengths it has. */
  flaws: number
  strengths: number
  sellers: CodeOf<'sellerKind'>[]
  /** First sentences of the report: how it came in, how it drove. */
  opening: string
  drive: string
}

export const CONDITIONS: Condition[] = [
  {
    name: 'kept',
    factor: 1.1,
    weight: 4,
    titleBrand: 'clean',
    runState: 'drives',
    keys: 'present',
    odometerStatus: 'actual',
    damagePrimary: null,
    damageSecondary: null,
    flaws: 1,
    strengths: 3,
    sellers: ['private', 'dealer', 'estate'],
    opening: 'Well kept and complete; came in on its own wheels.',
    drive: 'On the test route of 12 minutes it started, drove, steered and stopped as it should, without warnings.',
  },
  {
    name: 'used',
    factor: 1,
    weight: 6,
    titleBrand: 'clean',
    runState: 'drives',
    keys: 'present',
    odometerStatus: 'actual',
    damagePrimary: null,
    damageSecondary: null,
    flaws: 2,
    strengths: 2,
    sellers: ['fleet', 'leasing', 'private', 'municipality'],
    opening: 'Used as its age lets expect and looked after; came in on its own wheels.',
    drive: 'The test drive showed no fault beyond those listed; no warning light stayed on.',
  },
  {
    name: 'tired',
    factor: 0.76,
    weight: 3,
    titleBrand: 'clean',
    runState: 'drives',
    keys: 'present',
    odometerStatus: 'actual',
    damagePrimary: 'normal-wear',
    damageSecondary: null,
    flaws: 4,
    strengths: 1,
    sellers: ['dealer', 'fleet', 'private'],
    opening: 'A working vehicle at the end of a long first life; several small things want attention.',
    drive: 'It drives, but asks for a visit to the workshop before daily use.',
  },
  {
    name: 'fault',
    factor: 0.56,
    weight: 3,
    titleBrand: 'clean',
    runState: 'starts',
    keys: 'present',
    odometerStatus: 'actual',
    damagePrimary: 'mechanical',
    damageSecondary: null,
    flaws: 3,
    strengths: 1,
    sellers: ['insurer', 'workshop', 'private'],
    opening: 'Brought in on a trailer after a breakdown; outside it is straight.',
    drive: 'The engine starts and idles, but no drive reaches the wheels. The cause was not looked for further.',
  },
  {
    name: 'recovered',
    factor: 0.7,
    weight: 2,
    titleBrand: 'theft-recovery',
    runState: 'drives',
    keys: 'none',
    odometerStatus: 'not-actual',
    damagePrimary: 'interior',
    damageSecondary: 'ignition-lock',
    flaws: 2,
    strengths: 1,
    sellers: ['insurer'],
    opening: 'Recovered after a theft and released by the police; papers of the insurer are present.',
    drive: 'It was started with a locksmith’s key and driven in the yard only. The odometer cannot be vouched for.',
  },
  {
    name: 'rebuilt',
    factor: 0.82,
    weight: 2,
    titleBrand: 'rebuilt',
    runState: 'drives',
    keys: 'present',
    odometerStatus: 'actual',
    damagePrimary: 'repaired-front',
    damageSecondary: null,
    flaws: 2,
    strengths: 2,
    sellers: ['dealer', 'insurer', 'private'],
    opening: 'Repaired after a collision and inspected since; photographs of the repair are with the papers.',
    drive: 'It drives straight with hands off; wheel alignment was measured and is within limits.',
  },
  {
    name: 'stored',
    factor: 0.68,
    weight: 2,
    titleBrand: 'clean',
    runState: 'turns',
    keys: 'present',
    odometerStatus: 'exempt',
    damagePrimary: 'long-storage',
    damageSecondary: null,
    flaws: 3,
    strengths: 2,
    sellers: ['estate', 'private'],
    opening: 'Stood dry for years under a cover and was not started by us, on purpose.',
    drive: 'The engine turns freely by hand. Brakes and fuel system must be overhauled before the first drive.',
  },
]

/** Flaws that come with a condition and not with a model. */
export const CONDITION_FLAWS: Record<ConditionName, string[]> = {
  kept: [],
  used: [],
  tired: ['Next inspection due in two months'],
  fault: ['No drive; gearbox or clutch to be examined'],
  recovered: ['Ignition lock broken', 'Radio missing', 'Only a locksmith’s key, no spare'],
  rebuilt: ['Front repaired: bumper, bonnet and left wing were replaced'],
  stored: ['Brakes bind after standing', 'Fuel in the tank is old'],
}
