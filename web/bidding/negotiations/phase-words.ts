import type { Negotiation } from '#contract/bidding/negotiations.ts'

/** The state of a negotiation, in a word for lists. */
export const PHASE_WORDS: Record<Negotiation['phase'], string> = {
  bound: 'Bidder bound',
  free: 'Bidder released',
  sold: 'Sold',
  over: 'Not sold',
}
