import type { CodeOf } from '#contract/lots/vocabulary.ts'
import type { ConditionName } from './model.ts'

/** The condition of a demo vehicle, whatever its model. */
export type Condition = {
  name: ConditionName
  /** Its worth compared with a good one. */
  factor: number
  /** Its frequency compared with the others. */
  weight: number
  titleBrand: CodeOf<'titleBrand'>
  runState: CodeOf<'runState'>
  keys: CodeOf<'keys'>
  odometerStatus: CodeOf<'odometerStatus'>
  damagePrimary: CodeOf<'damage'> | null
  damageSecondary: CodeOf<'damage'> | null
  /** How many of the model's flaws and strengths it shows. */
  flaws: number
  strengths: number
  sellers: CodeOf<'sellerKind'>[]
  /** First sentences of the report: how it arrived, how it drove. */
  opening: string
  drive: string
  /** How a machine worked that isn't driven on roads; absent: as above. */
  work?: string
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
    opening: 'Well kept and complete; driven in.',
    drive: 'On a 12-minute test drive it started, drove, steered and stopped normally, with no warning lights.',
    work: 'In the yard it started, drove, lifted a test load and stopped normally, with no warning lights.',
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
    opening: 'Wear consistent with age, well maintained; driven in.',
    drive: 'The test drive showed no problems beyond those listed; no warning lights stayed on.',
    work: 'Lifting a test load in the yard showed no problems beyond those listed.',
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
    opening: 'A working vehicle at the end of a long first life; several small things need attention.',
    drive: 'It drives, but needs a visit to a shop before daily use.',
    work: 'It drives and lifts, but needs a service before daily use.',
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
    opening: 'Trailered in after a breakdown; the body is straight.',
    drive: 'The engine starts and idles, but the vehicle doesn’t move. We didn’t look for the cause.',
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
    opening: 'Recovered after a theft and released by the police; the insurer’s documents are included.',
    drive: 'We started it with a locksmith’s key and drove it only in the yard. We can’t verify the odometer.',
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
    opening: 'Repaired after a collision and inspected since; repair photos are with the documents.',
    drive: 'It tracks straight; wheel alignment was measured and is within limits.',
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
    opening: 'Stored indoors under a cover for years; we deliberately didn’t start it.',
    drive: 'The engine turns freely by hand. Brakes and fuel system need an overhaul before the first drive.',
  },
]

/** Flaws that belong to a condition, not to a model. */
export const CONDITION_FLAWS: Record<ConditionName, string[]> = {
  kept: [],
  used: [],
  tired: ['Next inspection due in two months'],
  fault: ['Doesn’t move; transmission or clutch needs diagnosis'],
  recovered: ['Ignition lock broken', 'Radio missing', 'Locksmith’s key only, no spare'],
  rebuilt: ['Front repaired: bumper, hood and left fender replaced'],
  stored: ['Brakes drag after sitting', 'Old fuel in the tank'],
}
