import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

const LotParams = z.object({ lotId: Id })

export const readBidWithdrawal = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/bid-withdrawal',
  access: 'complete',
  summary: 'Until when one may withdraw one’s high bid because material facts of the lot were corrected; null: not now',
  params: LotParams,
  reply: z.object({ until: z.nullable(Instant) }),
})

export const withdrawBid = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/bid-withdrawal',
  access: 'complete',
  summary: 'Withdraw one’s high bid after a material correction of facts; every bid one made on the lot is void',
  params: LotParams,
  reply: Standing,
  rejections: ['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'nothing-to-void'],
})
