import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id } from '../platform/values.ts'

/**
 * The vehicle that represents an auction: its first photo is the auction's cover, and its lot leads the home page while it takes bids. It isn't
 * a promise, so it can be changed at any time.
 */
export const chooseAuctionHero = endpoint({
  method: 'PUT',
  path: '/api/admin/auctions/:auctionId/hero',
  access: 'auctioneer',
  summary: 'Choose the vehicle that represents an auction in the calendar and on the home page, or none',
  params: z.object({ auctionId: Id }),
  body: z.object({ vehicleId: z.nullable(Id) }),
  reply: z.object({ heroPhoto: z.nullable(z.string()) }),
  rejections: ['no-photo'],
})
