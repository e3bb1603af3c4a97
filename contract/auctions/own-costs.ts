import * as z from 'zod/mini'
import { CompanyTerms } from './company-terms.ts'

const shape = CompanyTerms.shape

/**
 * What an auction has instead of the company's premium and tax, or a lot instead of its auction's. Null: nothing. `premium`: all bands.
 * `taxBasisPoints`: the standard rate; rates for kinds of lines stay the company's.
 */
export const OwnCosts = z.object({
  premium: z.nullable(shape.premium.check(z.minLength(1, 'Add a band.'), z.maxLength(20))),
  taxBasisPoints: z.nullable(shape.taxBasisPoints),
})
export type OwnCosts = z.infer<typeof OwnCosts>

export const NO_OWN_COSTS: OwnCosts = { premium: null, taxBasisPoints: null }

/** The company's terms with what the nearest of `own` has instead: first a lot's, then its auction's. */
export function withOwnCosts<Terms extends Pick<CompanyTerms, 'premium' | 'taxBasisPoints'>>(
  terms: Terms,
  own: readonly (OwnCosts | null)[],
): Terms {
  return {
    ...terms,
    premium: own.find((one) => one?.premium != null)?.premium ?? terms.premium,
    taxBasisPoints: own.find((one) => one?.taxBasisPoints != null)?.taxBasisPoints ?? terms.taxBasisPoints,
  }
}
