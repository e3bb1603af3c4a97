import type { HouseTerms } from './auctions.ts'

/** A line of what a lot costs, in minor units, before tax. */
export type CostLine = { label: string; amount: number }

/** What a lot costs at a hammer price. The preview beside every bid and the invoice come from here, so they cannot differ. */
export type Cost = { lines: CostLine[]; net: number; tax: number; total: number }

export type CostTerms = Pick<HouseTerms, 'premium' | 'fixedFees' | 'taxBasisPoints'>

/** Hammer price, buyer's premium, fixed fees, and tax on their sum; all in minor units. */
export function costOf(hammer: number, terms: CostTerms): Cost {
  const lines: CostLine[] = [
    { label: 'Hammer price', amount: hammer },
    { label: 'Buyer’s premium', amount: premiumOf(hammer, terms.premium) },
    ...terms.fixedFees.map(({ label, amount }) => ({ label, amount })),
  ]
  const net = lines.reduce((sum, { amount }) => sum + amount, 0)
  const tax = shareOf(net, terms.taxBasisPoints)
  return { lines, net, tax, total: net + tax }
}

/** The part of the hammer price inside a band pays that band's share; each part is rounded by itself. */
export function premiumOf(hammer: number, tiers: HouseTerms['premium']): number {
  return tiers.reduce((sum, { from, basisPoints }, index) => {
    const end = Math.min(hammer, tiers[index + 1]?.from ?? hammer)
    return sum + shareOf(Math.max(0, end - from), basisPoints)
  }, 0)
}

/** A share in basis points of an amount, half up, in integers. */
export function shareOf(amount: number, basisPoints: number): number {
  return Math.floor((amount * basisPoints + 5000) / 10_000)
}
