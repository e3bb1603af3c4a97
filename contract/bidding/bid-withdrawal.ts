import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant } from '../platform/values.ts'

const LotParams = z.object({ lotId: Id })

export const readBidWithdrawal = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/bid-withdrawal',
  access: 'complete',
  summary:
    'Until when you can withdraw your high bid because material facts of the lot were corrected; null if you can’t',
  params: LotParams,
  reply: z.object({ until: z.nullable(Instant) }),
})

export const withdrawBid = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/bid-withdrawal',
  access: 'complete',
  summary: 'Withdraw your high bid after a material correction of facts; voids every bid you placed on the lot',
  params: LotParams,
  reply: Standing,
  rejections: ['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'nothing-to-void'],
})
