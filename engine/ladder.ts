import { isMoney, type Money } from './money.ts'

/** Bands of [price from, increment] in minor units; each band holds up to the next. Source: the rulebook, "Default ladder". */
export type Ladder = readonly (readonly [from: Money, step: Money])[]

/** The house's own ladder: 10 under 100, 25 under 1,000, … 1,000 from 100,000. */
export const DEFAULT_LADDER: Ladder = [
  [0, 10_00],
  [100_00, 25_00],
  [1_000_00, 50_00],
  [5_000_00, 100_00],
  [25_000_00, 250_00],
  [50_000_00, 500_00],
  [100_000_00, 1_000_00],
]

/** eBay's ladder: 0.05 under 1, 0.25 under 5, … 100 from 5,000. Goes with a bid unit of 0.01. */
export const EBAY_LADDER: Ladder = [
  [0, 5],
  [1_00, 25],
  [5_00, 50],
  [25_00, 1_00],
  [100_00, 2_50],
  [250_00, 5_00],
  [500_00, 10_00],
  [1_000_00, 25_00],
  [2_500_00, 50_00],
  [5_000_00, 100_00],
]

/** The step from `price` to the next bid. Both in minor units. */
export function increment(ladder: Ladder, price: Money): Money {
  let step = 0
  for (const band of ladder) {
    if (band[0] > price) break
    step = band[1]
  }
  return step
}

/**
 * The step that leads to `price` from one increment below, or the step from `price` where none does.
 * It looks at nothing but the public price, so that a reason built on it cannot tell whether a sealed maximum capped the price.
 */
export function stepInto(ladder: Ladder, price: Money): Money {
  let stepAtPrice = 0
  for (let index = 0; index < ladder.length; index++) {
    const band = ladder[index]
    if (band === undefined || band[0] > price) break
    stepAtPrice = band[1]
    const below = price - stepAtPrice
    if (below < band[0]) continue
    const above = ladder[index + 1]
    if (above === undefined || below < above[0]) return stepAtPrice
  }
  return stepAtPrice
}

/**
 * What is wrong with a ladder, in sentences for the operator; empty when it can be used.
 * With a `bidUnit` (minor units) every band and step must also be a whole multiple of it: else a next bid could not be bid.
 */
export function checkLadder(ladder: Ladder, bidUnit?: Money): string[] {
  const first = ladder[0]
  if (first === undefined) return ['The ladder has no band.']
  const faults: string[] = []
  if (first[0] !== 0) faults.push('The first band must start from 0.')
  ladder.forEach(([from, step], index) => {
    const name = `Band ${index + 1}`
    const before = ladder[index - 1]
    if (!isMoney(from)) faults.push(`${name} must start at a whole, non-negative number of minor units.`)
    if (!isMoney(step)) faults.push(`${name} must have a step in whole, non-negative minor units.`)
    if (step === 0) faults.push(`${name} must have a step above 0.`)
    if (before !== undefined && from <= before[0]) faults.push(`${name} must start above band ${index}.`)
    if (bidUnit === undefined) return
    if (from % bidUnit !== 0) faults.push(`${name} must start at a multiple of the bid unit.`)
    if (step % bidUnit !== 0) faults.push(`${name} must have a step that is a multiple of the bid unit.`)
  })
  return faults
}
