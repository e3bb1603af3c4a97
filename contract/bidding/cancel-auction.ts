import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Reason } from '../platform/values.ts'

/** What canceling an auction would do, or did so far. */
export const Cancellation = z.object({
  /** Why it can't be canceled; null: it can. */
  stop: z.nullable(z.string()),
  /** When it was canceled and why; null: it wasn't. */
  canceled: z.nullable(z.object({ at: z.int(), reason: z.string() })),
  /** Lots that haven't ended: they are withdrawn. */
  openLots: z.int(),
  /** Those of them with bids, which no longer bind anyone. */
  lotsWithBids: z.int(),
  /** Lots that aren't published: they leave the run list. */
  draftLots: z.int(),
  /** Lots that were sold or are being negotiated: they stay as they are. */
  keptLots: z.int(),
  /** Everyone who bid on or watches one of the open lots: they are notified. */
  followers: z.int(),
})
export type Cancellation = z.infer<typeof Cancellation>

const cancellation = {
  path: '/api/admin/auctions/:auctionId/cancellation',
  access: 'auctioneer',
  params: z.object({ auctionId: Id }),
  reply: Cancellation,
} as const

export const readCancellation = endpoint({
  ...cancellation,
  method: 'GET',
  summary: 'What canceling an auction would do, and how far a cancellation is',
})

export const cancelAuction = endpoint({
  ...cancellation,
  method: 'POST',
  stepUp: true,
  summary:
    'Cancel a published auction: its open lots are withdrawn, bidders and watchers are notified; can’t be undone',
  body: z.object({ reason: Reason }),
  rejections: ['auction-not-cancelable'],
})
