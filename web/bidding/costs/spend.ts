import { bidWithin } from '#contract/invoices/costs-inverse.ts'
import { type Cost, costOf, type CostTerms } from '#contract/invoices/costs.ts'
import type { CostTermsOfLot } from '#contract/lots/lot-costs.ts'

/** What can be bid within a total spend. Amounts in minor units. */
export type Spend =
  | {
      fits: true
      amount: number
      cost: Cost
      transport: number
      /** What is left of the total; the next increment costs more. */
      left: number
    }
  | { fits: false; least: number; leastTotal: number }

/** The highest bid within a total that must also cover transport. Where none fits: the minimum bid and its total cost. */
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
