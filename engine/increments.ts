import { isMoney, type Money } from './money.ts'

/** Bands of [price from, increment] in minor units; each band holds up to the next. Source: the rulebook, "Default bid increments". */
export type Increments = readonly (readonly [from: Money, step: Money])[]

/** The default bid increments: 10 under 100, 25 under 1,000, … 1,000 from 100,000. */
export const DEFAULT_INCREMENTS: Increments = [
  [0, 10_00],
  [100_00, 25_00],
  [1_000_00, 50_00],
  [5_000_00, 100_00],
  [25_000_00, 250_00],
  [50_000_00, 500_00],
  [100_000_00, 1_000_00],
]

/** eBay's bid increments: 0.05 under 1, 0.25 under 5, … 100 from 5,000. Goes with a bid unit of 0.01. */
export const EBAY_INCREMENTS: Increments = [
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
export function increment(increments: Increments, price: Money): Money {
  let step = 0
  for (const band of increments) {
    if (band[0] > price) break
    step = band[1]
  }
  return step
}

/**
 * The step that leads to `price` from one increment below, or the step from `price` where none does.
 * It uses only the public price, so that a reason based on it can't reveal whether a sealed maximum capped the price.
 */
export function stepInto(increments: Increments, price: Money): Money {
  let stepAtPrice = 0
  for (let index = 0; index < increments.length; index++) {
    const band = increments[index]
    if (band === undefined || band[0] > price) break
    stepAtPrice = band[1]
    const below = price - stepAtPrice
    if (below < band[0]) continue
    const above = increments[index + 1]
    if (above === undefined || below < above[0]) return stepAtPrice
  }
  return stepAtPrice
}

/**
 * The errors in these bid increments, as sentences for the operator; empty if they are valid. With a `bidUnit` (minor units), every band
 * and step must also be a whole multiple of it: otherwise a next bid could be an amount that is not allowed.
 */
export function checkIncrements(increments: Increments, bidUnit?: Money): string[] {
  const first = increments[0]
  if (first === undefined) return ['The bid increments need at least one band.']
  const faults: string[] = []
  if (first[0] !== 0) faults.push('The first band must start from 0.')
  increments.forEach(([from, step], index) => {
    const name = `Band ${index + 1}`
    const before = increments[index - 1]
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
