import { premiumOf, shareOf } from '#contract/invoices/costs.ts'
import type { Commission } from '#contract/sellers/commission.ts'

/** What a lot adds to its seller's account, in minor units: positive is owed to the seller. `tax` has the sign of `amount`. */
export type Share = { kind: SellerEntryKind; amount: number; tax: number }
export type SellerEntryKind = (typeof SELLER_ENTRY_KINDS)[number]

export const SELLER_ENTRY_KINDS = ['hammer', 'commission', 'no-sale-fee', 'relist-fee'] as const

/** `hammer`: net of credit notes; 0 if the lot was not sold or the sale was undone. */
export type LotResult = { hammer: number; isUnsold: boolean; isRelisted: boolean }

/** Bands and flat fee, at least the minimum, and never more than the hammer price. */
export function commissionOf(hammer: number, { bands, flat, minimum }: Commission): number {
  return Math.min(hammer, Math.max(minimum, premiumOf(hammer, bands) + flat))
}

/** Everything that a lot's result means for its seller's account, one share per kind. */
export function sharesOf(result: LotResult, scheme: Commission): Share[] {
  const charge = (kind: SellerEntryKind, amount: number): Share => ({
    kind,
    amount: -amount,
    tax: -shareOf(amount, scheme.taxBasisPoints),
  })
  const { hammer, isUnsold, isRelisted } = result
  return [
    { kind: 'hammer', amount: hammer, tax: 0 },
    charge('commission', hammer === 0 ? 0 : commissionOf(hammer, scheme)),
    charge('no-sale-fee', isUnsold ? scheme.noSaleFee : 0),
    charge('relist-fee', isRelisted ? scheme.relistFee : 0),
  ]
}
