import * as z from 'zod/mini'
import { Amount } from '../platform/values.ts'

/** What can look wrong about a person's bids on a lot. A signal never acts by itself: a person judges it. */
export const Signal = z.discriminatedUnion('kind', [
  /** The two accounts share what one person has. */
  z.object({ kind: z.literal('shared'), with: z.array(z.enum(['document', 'card', 'device', 'address'])) }),
  /** Of `lots` they bid on, `ofSeller` are of this seller, and they won none of those. */
  z.object({ kind: z.literal('loses-to-seller'), lots: z.int(), ofSeller: z.int() }),
  /** Their bids raised the price and ended well before the close. `stoppedAt`: percent of the bidding time. */
  z.object({ kind: z.literal('only-pushes'), bids: z.int(), raisedBy: Amount, stoppedAt: z.int() }),
  /** A bid withdrawn in the last part of the bidding. */
  z.object({ kind: z.literal('late-retraction'), minutesBefore: z.int() }),
  /** A bid far over the guide price, or over the reserve of a lot without one. */
  z.object({
    kind: z.literal('far-over-guide'),
    price: Amount,
    guide: z.optional(Amount),
    reserve: z.optional(Amount),
  }),
  /** They outbid themselves, again and again. */
  z.object({ kind: z.literal('outbids-self'), times: z.int() }),
])
export type Signal = z.infer<typeof Signal>
export type SignalKind = Signal['kind']
