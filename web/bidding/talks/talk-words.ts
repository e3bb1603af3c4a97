import type { Talk, TalkStep } from '#contract/talks.ts'
import { formatMoney } from '#web/platform/money.ts'

/** Who reads: the high bidder, or the house. */
export type Reader = 'bidder' | 'house'

/** What happened in a talk, in one sentence for one of its sides. */
export function stepWords(
  step: TalkStep,
  { currency, paddle }: Pick<Talk, 'currency' | 'paddle'>,
  reader: Reader,
): string {
  const amount = step.amount === null ? 'the amount' : formatMoney(step.amount, currency)
  const bidder = reader === 'bidder' ? 'You' : `Paddle ${paddle}`
  const house = reader === 'bidder' ? 'The seller' : 'The house'
  const who = step.by === 'bidder' ? bidder : house
  switch (step.what) {
    case 'closed':
      return `Bidding ended at ${amount}, below the reserve`
    case 'approved':
      return `${house} accepted the bid of ${amount}`
    case 'countered':
      return `${house} asked for ${amount}`
    case 'offered':
      return `${bidder} offered ${amount}`
    case 'declined':
      return `${who} declined ${amount}`
    case 'retracted':
      return `${who} took ${amount} back`
    case 'freed':
      return reader === 'bidder' ? 'Your bid bound you no longer' : 'The bidder was free of the bid'
    case 'agreed':
      return `${who} accepted ${amount}: sold`
    case 'lapsed':
      return step.by === 'house' ? 'The seller keeps the vehicle' : 'Time ran out without an agreement'
    default:
      return step.what satisfies never
  }
}

/** Where a talk stands, in a word for lists. */
export const PHASE_WORDS: Record<Talk['phase'], string> = {
  bound: 'Bidder bound',
  free: 'Bidder free',
  sold: 'Sold',
  over: 'Not sold',
}

/** The next deadline in ms; null when the talk is over. */
export function deadlineOf({
  phase,
  boundUntil,
  lapsesAt,
}: Pick<Talk, 'phase' | 'boundUntil' | 'lapsesAt'>): number | null {
  if (phase === 'bound') return boundUntil
  return phase === 'free' ? lapsesAt : null
}
