import * as z from 'zod/mini'
import { BID_REJECTIONS } from '#engine/rejection.ts'
import { BidAnswer, BidMark } from './bidding.ts'
import { Eligibility } from './eligibility.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant, LotPrice, Paddle } from '../platform/values.ts'

/** Bids that the auctioneer enters for clients in the room, on the phone, or absent. The bid is the client's, never the auctioneer's. */

export const Client = z.object({
  accountId: Id,
  paddle: Paddle,
  name: z.string(),
  /** Whether the client can bid on the lot now; never by how much they are over their limit. */
  eligibility: Eligibility,
})
export type Client = z.infer<typeof Client>

export const readClient = endpoint({
  method: 'GET',
  path: '/api/admin/lots/:lotId/client',
  access: 'auctioneer',
  audit: { action: 'look-up-client', of: 'lot' },
  summary: 'The client with this number, and whether they can bid on the lot',
  params: z.object({ lotId: Id }),
  query: z.object({ paddle: z.coerce.number().check(z.int32(), z.positive()) }),
  reply: Client,
})

export const enterBid = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/desk-bids',
  access: 'auctioneer',
  summary: 'Enter a client’s bid; decided like any other bid, in order of arrival. An absentee bid is a sealed maximum',
  params: z.object({ lotId: Id }),
  body: z.object({
    /** Created once per confirmed entry; the same id with the same content gets the first answer again. */
    bidId: Id,
    paddle: Paddle,
    mark: BidMark,
    amount: LotPrice,
    /** The sequence on the auctioneer's screen; refused if the lot has moved since. Not for an absentee bid, which takes what stands. */
    seen: z.optional(z.int32()),
    notAfter: z.optional(Instant),
  }),
  reply: BidAnswer,
  rejections: [...BID_REJECTIONS, 'standing-moved', 'no-such-client'],
})
