import type { CompanyTerms } from '../auctions/company-terms.ts'

/** What a line of an invoice is for; its tax and its account follow from this. */
export type LineKind = 'hammer' | 'premium' | 'fee' | 'late-fee' | 'storage'

/** A line of what a lot costs: `amount` before tax and its own `tax`, both in minor units. */
export type CostLine = { kind: LineKind; label: string; amount: number; taxBasisPoints: number; tax: number }

/** The sums of lines; `taxes` by rate, highest rate first. Always net + tax = total. */
export type CostSums = { taxes: TaxSum[]; net: number; tax: number; total: number }
type TaxSum = { basisPoints: number; net: number; tax: number }

/** What a lot costs at a hammer price. Both the preview next to every bid and the invoice use it, so they can't differ. */
export type Cost = CostSums & { lines: CostLine[] }

export type TaxTerms = Pick<CompanyTerms, 'taxBasisPoints' | 'taxByKind'>
export type CostTerms = TaxTerms & Pick<CompanyTerms, 'premium' | 'fixedFees'>

/** Hammer price, buyer's premium and fixed fees, each with its tax; all in minor units. */
export function costOf(hammer: number, terms: CostTerms): Cost {
  const lines = [
    lineOf('hammer', 'Hammer price', hammer, terms),
    lineOf('premium', 'Buyer’s premium', premiumOf(hammer, terms.premium), terms),
    ...terms.fixedFees.map(({ label, amount }) => lineOf('fee', label, amount, terms)),
  ]
  return { lines, ...sumsOf(lines) }
}

/** A line with the tax for its kind under the terms, rounded separately. */
export function lineOf(kind: LineKind, label: string, amount: number, terms: TaxTerms): CostLine {
  const taxBasisPoints = terms.taxByKind[kind] ?? terms.taxBasisPoints
  return { kind, label, amount, taxBasisPoints, tax: shareOf(amount, taxBasisPoints) }
}

/** Sums of lines. Tax is the sum of the lines' taxes, so that what is printed line by line adds up. */
export function sumsOf(lines: readonly Pick<CostLine, 'amount' | 'taxBasisPoints' | 'tax'>[]): CostSums {
  const byRate = new Map<number, TaxSum>()
  for (const { amount, taxBasisPoints, tax } of lines) {
    const known = byRate.get(taxBasisPoints) ?? { basisPoints: taxBasisPoints, net: 0, tax: 0 }
    byRate.set(taxBasisPoints, { ...known, net: known.net + amount, tax: known.tax + tax })
  }
  const taxes = [...byRate.values()].toSorted((a, b) => b.basisPoints - a.basisPoints)
  const net = taxes.reduce((sum, rate) => sum + rate.net, 0)
  const tax = taxes.reduce((sum, rate) => sum + rate.tax, 0)
  return { taxes, net, tax, total: net + tax }
}

/** Each band's rate applies to the part of the hammer price within that band; each part is rounded separately. */
export function premiumOf(hammer: number, tiers: CompanyTerms['premium']): number {
  return tiers.reduce((sum, { from, basisPoints }, index) => {
    const end = Math.min(hammer, tiers[index + 1]?.from ?? hammer)
    return sum + shareOf(Math.max(0, end - from), basisPoints)
  }, 0)
}

/** A share in basis points of an amount, half up, in integers; split, so that no product leaves the safe integers. */
export function shareOf(amount: number, basisPoints: number): number {
  const rest = amount % 10_000
  return ((amount - rest) / 10_000) * basisPoints + Math.floor((rest * basisPoints + 5000) / 10_000)
}
