import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Reason } from '../platform/values.ts'

/** A person's limit for one auction: on its lots it replaces their bidding limit, and counts only what they commit there. */
export const AuctionLimit = z.object({
  auctionId: Id,
  title: z.string(),
  currency: z.string(),
  limit: Amount,
})
export type AuctionLimit = z.infer<typeof AuctionLimit>

const AuctionLimits = z.object({ items: z.array(AuctionLimit) })

export const listAuctionLimits = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:accountId/auction-limits',
  access: 'staff',
  summary: 'A person’s limits for auctions that haven’t ended',
  params: z.object({ accountId: Id }),
  reply: AuctionLimits,
})

export const changeAuctionLimit = endpoint({
  method: 'PUT',
  path: '/api/admin/accounts/:accountId/auction-limits/:auctionId',
  access: 'reviewer',
  summary:
    'Set a person’s limit for an auction that hasn’t ended, in its currency; null: their bidding limit counts again',
  params: z.object({ accountId: Id, auctionId: Id }),
  body: z.object({ limit: z.nullable(Amount), reason: Reason }),
  reply: AuctionLimits,
})
