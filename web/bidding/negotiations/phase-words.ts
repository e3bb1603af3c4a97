import type { Negotiation } from '#contract/bidding/negotiations.ts'
import { t } from '#web/platform/language/text.ts'

/** The state of a negotiation, in a word for lists. */
export const PHASE_WORDS: Record<Negotiation['phase'], string> = {
  bound: t`Bidder bound`,
  free: t`Bidder released`,
  sold: t`Sold`,
  over: t`Not sold`,
}
