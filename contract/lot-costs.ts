import * as z from 'zod/mini'
import { HouseTerms } from './auctions.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Id } from './values.ts'

const { shape } = HouseTerms

/**
 * By what terms a lot costs more than its hammer price: fixed when the lot is published, so every preview on it and its invoice are worked
 * out from the same ones. `version` names them: equal terms have equal versions. Every bid is a whole multiple of `bidUnit`.
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
  /** As soon as a bid can be left on the lot: fees and tax tell nothing of its price. */
  access: 'paid',
  summary: 'Premium, fees and tax by which a lot is sold, whatever the house changes later',
  params: z.object({ lotId: Id }),
  reply: CostTermsOfLot,
})
