import { bidWithin } from '#contract/costs-inverse.ts'
import { type Cost, costOf, type CostTerms } from '#contract/costs.ts'
import type { CostTermsOfLot } from '#contract/lot-costs.ts'

/** What can be bid with what somebody can spend in all. Amounts in minor units. */
export type Spend =
  | {
      fits: true
      amount: number
      cost: Cost
      transport: number
      /** Of the sum; the next step costs more. */
      left: number
    }
  | { fits: false; least: number; leastTotal: number }

/** The highest bid within a sum that has to pay for transport, too. Where none fits: the least bid, and what that costs in all. */
export function spendOf(
  sum: number,
  transport: number,
  terms: CostTerms & Pick<CostTermsOfLot, 'bidUnit'>,
  least: number,
): Spend {
  const { bidUnit } = terms
  const amount = bidWithin(sum - transport, terms, { bidUnit, least })
  if (amount === null) {
    const first = Math.ceil(least / bidUnit) * bidUnit
    return { fits: false, least: first, leastTotal: costOf(first, terms).total + transport }
  }
  const cost = costOf(amount, terms)
  return { fits: true, amount, cost, transport, left: sum - transport - cost.total }
}
