import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id } from '../platform/values.ts'

/** The cover picture of an auction: the first photo of a vehicle in its run list. It isn't a promise, so it can be changed at any time. */
export const chooseAuctionHero = endpoint({
  method: 'PUT',
  path: '/api/admin/auctions/:auctionId/hero',
  access: 'auctioneer',
  summary: 'Choose the vehicle whose first photo represents an auction, or none',
  params: z.object({ auctionId: Id }),
  body: z.object({ vehicleId: z.nullable(Id) }),
  reply: z.object({ heroPhoto: z.nullable(z.string()) }),
  rejections: ['no-photo'],
})
