import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './values.ts'

/** The picture that stands for a sale: the first photograph of a vehicle in its run list. It promises nothing, so it may be changed at any time. */
export const chooseSaleHero = endpoint({
  method: 'PUT',
  path: '/api/admin/sales/:auctionId/hero',
  access: 'auctioneer',
  summary: 'Choose the vehicle whose first photograph stands for a sale, or none',
  params: z.object({ auctionId: Id }),
  body: z.object({ vehicleId: z.nullable(Id) }),
  reply: z.object({ heroPhoto: z.nullable(z.string()) }),
  rejections: ['no-photograph'],
})
