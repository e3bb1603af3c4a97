import * as z from 'zod/mini'
import { Id, Instant, oneLine } from '../platform/values.ts'

/** Facts of a published vehicle that were corrected. `before` and `after` are the displayed texts. */
export const Correction = z.object({
  id: Id,
  at: Instant,
  reason: z.string(),
  changes: z.array(z.object({ field: z.string(), name: z.string(), before: z.string(), after: z.string() })),
  isMaterial: z.boolean(),
  /** Until then, while the lot takes bids, its high bidder may withdraw; null: not at all. */
  withdrawUntil: z.nullable(Instant),
})
export type Correction = z.infer<typeof Correction>

/** Why published facts change; shown on the lot. Required once the vehicle was in a published lot. */
export const CorrectionReason = z.optional(
  z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(300), oneLine),
)
