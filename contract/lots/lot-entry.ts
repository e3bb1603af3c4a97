import * as z from 'zod/mini'
import { OwnCosts } from '../auctions/own-costs.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, SetPrice } from '../platform/values.ts'
import { Commission } from '../sellers/commission.ts'
import { LOT_STATES, VehicleEntry } from './vehicles.ts'

const OfAuction = z.object({ auctionId: Id })
const OfLot = z.object({ lotId: Id })

/** What the lot is expected to fetch: the estimate that prices are compared with. Bidders don't see it. */
export const Guide = z.object({ low: Amount, high: Amount })
export type Guide = z.infer<typeof Guide>

const LotTerms = {
  openingBid: SetPrice,
  reserve: z.nullable(SetPrice),
  buyNow: z.nullable(SetPrice),
  /** The vehicle's owner, if they have an account: the seller cannot bid on it. */
  sellerEmail: z.nullable(z.email().check(z.maxLength(254))),
}

/**
 * Whose vehicle it is, and what is agreed for this lot alone: the commission instead of the seller's, premium and tax instead of the
 * auction's. Null: none.
 */
const Agreed = {
  consignorId: z.optional(z.nullable(Id)),
  commission: z.optional(z.nullable(Commission)),
  costs: z.optional(z.nullable(OwnCosts)),
  guide: z.optional(z.nullable(Guide)),
}

/** A lot as staff see it in its auction, including the amount of its reserve. */
export const EnteredLot = z.object({
  id: Id,
  lotNumber: z.int(),
  position: z.int(),
  vehicleId: Id,
  title: z.string(),
  vin: z.nullable(z.string()),
  stockNumber: z.nullable(z.string()),
  photoCount: z.int(),
  /** As in {@link StaffVehicle}. */
  photosExpected: z.int(),
  isPublished: z.boolean(),
  state: z.enum(LOT_STATES),
  ...LotTerms,
  consignorId: z.nullable(Id),
  /** Code and name. */
  consignor: z.nullable(z.object({ code: z.string(), name: z.string() })),
  commission: z.nullable(Commission),
  costs: z.nullable(OwnCosts),
  guide: z.nullable(Guide),
})
export type EnteredLot = z.infer<typeof EnteredLot>

const RunList = z.object({ items: z.array(EnteredLot) })

export const readRunList = endpoint({
  method: 'GET',
  path: '/api/admin/auctions/:auctionId/lots',
  access: 'auctioneer',
  audit: { action: 'view-run-list', of: 'auction' },
  summary: 'The run list of an auction, including lots that aren’t published yet',
  params: OfAuction,
  reply: RunList,
})

export const exportRunList = endpoint({
  method: 'GET',
  path: '/api/admin/auctions/:auctionId/lots.csv',
  access: 'auctioneer',
  audit: { action: 'export-run-list', of: 'auction' },
  summary: 'The run list of an auction as CSV, with sellers and reserves',
  params: OfAuction,
  reply: null,
  media: 'text/csv',
})

export const enterLot = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/lots',
  access: 'auctioneer',
  summary: 'Add a vehicle to the end of a run list; the client chooses the id, so the request can be retried',
  params: OfAuction,
  body: z.object({ id: Id, vehicleId: Id, ...LotTerms, ...Agreed }),
  reply: EnteredLot,
  status: 201,
  rejections: ['already-saved'],
})

export const changeLot = endpoint({
  method: 'PUT',
  path: '/api/admin/lots/:lotId',
  access: 'auctioneer',
  summary: 'Change the terms of a lot that isn’t published',
  params: OfLot,
  body: z.object({ ...LotTerms, ...Agreed }),
  reply: EnteredLot,
  rejections: ['lot-published'],
})

/** What is omitted stays as it is. `reserve` null: none. */
export const LotChanges = z.object({
  openingBid: z.optional(SetPrice),
  reserve: z.optional(z.nullable(SetPrice)),
  guide: z.optional(Guide),
  location: z.optional(VehicleEntry.shape.location),
  titleBrand: z.optional(VehicleEntry.shape.titleBrand),
})
export type LotChanges = z.infer<typeof LotChanges>

export const changeLots = endpoint({
  method: 'PATCH',
  path: '/api/admin/auctions/:auctionId/lots',
  access: 'auctioneer',
  summary: 'Change several lots that aren’t published, and their vehicles; if one of them can’t be, none is',
  params: OfAuction,
  body: z.object({
    lotIds: z.array(Id).check(z.minLength(1, 'Choose a lot.'), z.maxLength(1400)),
    changes: LotChanges,
  }),
  reply: RunList,
  rejections: ['run-list-changed'],
})

export const removeLot = endpoint({
  method: 'DELETE',
  path: '/api/admin/lots/:lotId',
  access: 'auctioneer',
  summary: 'Remove a lot that isn’t published from its run list; the vehicle stays',
  params: OfLot,
  reply: null,
  rejections: ['lot-published'],
})

export const orderRunList = endpoint({
  method: 'PUT',
  path: '/api/admin/auctions/:auctionId/order',
  access: 'auctioneer',
  summary: 'Reorder the lots that aren’t published; list each exactly once',
  params: OfAuction,
  body: z.object({ lotIds: z.array(Id).check(z.minLength(1), z.maxLength(1400)) }),
  reply: RunList,
  rejections: ['run-list-changed'],
})

export const relistVehicles = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/relistings',
  access: 'auctioneer',
  summary: 'Add unsold vehicles to a run list on the terms of their last lots; those that can’t be added are skipped',
  params: OfAuction,
  body: z.object({ vehicleIds: z.array(Id).check(z.minLength(1, 'Choose a vehicle.'), z.maxLength(200)) }),
  reply: z.object({ entered: z.int(), skipped: z.array(z.object({ vehicleId: Id, reason: z.string() })) }),
})

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/admin/auctions/:auctionId',
  access: 'auctioneer',
  summary: 'Delete an auction that was never published; the vehicles of its run list stay in stock',
  params: OfAuction,
  reply: null,
  rejections: ['auction-published'],
})
