import * as z from 'zod/mini'
import { CompanyTerms } from '../auctions/company-terms.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id } from '../platform/values.ts'

const shape = CompanyTerms.shape

/**
 * The terms for a lot's costs on top of its hammer price: fixed when the lot is published, so every preview and its invoice are computed
 * from the same terms. `version` identifies them: equal terms have equal versions. Every bid is a whole multiple of `bidUnit`.
 */
export const CostTermsOfLot = z.object({
  version: z.string(),
  bidUnit: Amount,
  premium: shape.premium,
  fixedFees: shape.fixedFees,
  taxBasisPoints: shape.taxBasisPoints,
  taxByKind: shape.taxByKind,
  taxLabel: shape.taxLabel,
  lateFee: shape.lateFee,
  storage: shape.storage,
})
export type CostTermsOfLot = z.infer<typeof CostTermsOfLot>

export const readLotCosts = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/costs',
  /** Available as soon as a maximum can be set on the lot: fees and tax reveal nothing about its price. */
  access: 'paid',
  summary: 'Premium, fees and tax by which a lot is sold; fixed when the lot is published',
  params: z.object({ lotId: Id }),
  reply: CostTermsOfLot,
})
