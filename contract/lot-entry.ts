import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id } from './values.ts'
import { LOT_STATES } from './vehicles.ts'

const OfSale = z.object({ auctionId: Id })
const OfLot = z.object({ lotId: Id })

const LotTerms = {
  openingBid: Amount,
  reserve: z.nullable(Amount),
  buyNow: z.nullable(Amount),
  /** Whose vehicle it is, where that is somebody with an account: the seller cannot bid on it. */
  sellerEmail: z.nullable(z.email().check(z.maxLength(254))),
}

/** A lot as staff see it in its sale, the reserve's amount included. */
export const EnteredLot = z.object({
  id: Id,
  lotNumber: z.int(),
  position: z.int(),
  vehicleId: Id,
  title: z.string(),
  vin: z.nullable(z.string()),
  photoCount: z.int(),
  /** As in {@link StaffVehicle}. */
  photosExpected: z.int(),
  isPublished: z.boolean(),
  state: z.enum(LOT_STATES),
  ...LotTerms,
})
export type EnteredLot = z.infer<typeof EnteredLot>

const RunList = z.object({ items: z.array(EnteredLot) })

export const readRunList = endpoint({
  method: 'GET',
  path: '/api/admin/sales/:auctionId/lots',
  access: 'auctioneer',
  audit: { act: 'view-run-list', of: 'auction' },
  summary: 'The run list of a sale, with lots that are not published yet',
  params: OfSale,
  reply: RunList,
})

export const enterLot = endpoint({
  method: 'POST',
  path: '/api/admin/sales/:auctionId/lots',
  access: 'auctioneer',
  summary: 'Put a vehicle at the end of a run list; the id is the client’s, so that it may be sent again',
  params: OfSale,
  body: z.object({ id: Id, vehicleId: Id, ...LotTerms }),
  reply: EnteredLot,
  status: 201,
})

export const changeLot = endpoint({
  method: 'PUT',
  path: '/api/admin/lots/:lotId',
  access: 'auctioneer',
  summary: 'Change the terms of a lot that is not published',
  params: OfLot,
  body: z.object(LotTerms),
  reply: EnteredLot,
  rejections: ['lot-published'],
})

export const removeLot = endpoint({
  method: 'DELETE',
  path: '/api/admin/lots/:lotId',
  access: 'auctioneer',
  summary: 'Take a lot that is not published out of its run list; the vehicle stays',
  params: OfLot,
  reply: null,
  rejections: ['lot-published'],
})

export const orderRunList = endpoint({
  method: 'PUT',
  path: '/api/admin/sales/:auctionId/order',
  access: 'auctioneer',
  summary: 'The order of the lots that are not published: all of them, each once',
  params: OfSale,
  body: z.object({ lotIds: z.array(Id).check(z.minLength(1), z.maxLength(1400)) }),
  reply: RunList,
  rejections: ['run-list-changed'],
})
