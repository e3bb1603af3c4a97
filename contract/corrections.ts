import * as z from 'zod/mini'
import { Id, Instant, oneLine } from './values.ts'

/** Facts of a published vehicle that were corrected. `before` and `after` are in the words shown. */
export const Correction = z.object({
  id: Id,
  at: Instant,
  reason: z.string(),
  changes: z.array(z.object({ field: z.string(), name: z.string(), before: z.string(), after: z.string() })),
  isMaterial: z.boolean(),
  /** Until then, and no longer than the lot takes bids, its high bidder may withdraw; null: not at all. */
  withdrawUntil: z.nullable(Instant),
})
export type Correction = z.infer<typeof Correction>

/** Why published facts are changed; shown on the lot. Needed once the vehicle was in a published lot. */
export const CorrectionReason = z.optional(
  z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(300), oneLine),
)
