import { costOf, type CostTerms } from './costs.ts'

/** Which amounts can be bid: whole multiples of `bidUnit`, from `least` on; in minor units. */
export type BidSteps = { bidUnit: number; least: number }

/**
 * The highest amount that can be bid and costs at most `total` in all (minor units), premium, fees and every tax included; null where
 * even the least costs more. A total rises with its hammer price without exception, so halving finds it: about fifty looks at most.
 */
export function bidWithin(total: number, terms: CostTerms, { bidUnit, least }: BidSteps): number | null {
  let fits = Math.ceil(least / bidUnit)
  // No vehicle costs less in all than its hammer price.
  let tooMuch = Math.max(fits, Math.floor(total / bidUnit)) + 1
  if (costOf(fits * bidUnit, terms).total > total) return null
  while (tooMuch - fits > 1) {
    const middle = fits + Math.floor((tooMuch - fits) / 2)
    if (costOf(middle * bidUnit, terms).total <= total) fits = middle
    else tooMuch = middle
  }
  return fits * bidUnit
}
