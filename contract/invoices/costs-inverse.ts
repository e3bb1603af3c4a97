import { costOf, type CostTerms } from './costs.ts'

/** The amounts that can be bid: whole multiples of `bidUnit`, from `least` on; in minor units. */
export type BidSteps = { bidUnit: number; least: number }

/**
 * The highest allowed bid whose total cost is at most `total` (minor units), with premium, fees and every tax; null if even the lowest bid
 * costs more. The total always rises with the hammer price, so a binary search finds it in at most about fifty steps.
 */
export function bidWithin(total: number, terms: CostTerms, { bidUnit, least }: BidSteps): number | null {
  let fits = Math.ceil(least / bidUnit)
  // Upper bound: the total cost of a vehicle is never below its hammer price.
  let tooMuch = Math.max(fits, Math.floor(total / bidUnit)) + 1
  if (costOf(fits * bidUnit, terms).total > total) return null
  while (tooMuch - fits > 1) {
    const middle = fits + Math.floor((tooMuch - fits) / 2)
    if (costOf(middle * bidUnit, terms).total <= total) fits = middle
    else tooMuch = middle
  }
  return fits * bidUnit
}
