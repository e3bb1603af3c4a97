import type { Negotiation, NegotiationStep } from '#contract/bidding/negotiations.ts'
import { formatMoney } from '#web/platform/money.ts'

/** The reader: the high bidder or staff. */
export type Reader = 'bidder' | 'company'

/** What happened in a negotiation, in one sentence for one of its sides. */
export function stepWords(
  step: NegotiationStep,
  { currency, paddle }: Pick<Negotiation, 'currency' | 'paddle'>,
  reader: Reader,
): string {
  const amount = step.amount === null ? 'the amount' : formatMoney(step.amount, currency)
  const bidder = reader === 'bidder' ? 'You' : `Paddle ${paddle}`
  const app = reader === 'bidder' ? 'The seller' : 'We'
  const who = step.by === 'bidder' ? bidder : app
  switch (step.what) {
    case 'closed':
      return `Bidding ended at ${amount}, below the reserve`
    case 'approved':
      return `${app} accepted the bid of ${amount}`
    case 'countered':
      return `${app} asked for ${amount}`
    case 'offered':
      return `${bidder} offered ${amount}`
    case 'declined':
      return `${who} declined ${amount}`
    case 'retracted':
      return `${who} withdrew ${amount}`
    case 'freed':
      return reader === 'bidder' ? 'Your bid was released' : 'The bidder was released'
    case 'agreed':
      return `${who} accepted ${amount}: sold`
    case 'lapsed':
      return step.by === 'company' ? 'The seller keeps the vehicle' : 'Time ran out without an agreement'
    default:
      return step.what satisfies never
  }
}

/** The state of a negotiation, in a word for lists. */
export const PHASE_WORDS: Record<Negotiation['phase'], string> = {
  bound: 'Bidder bound',
  free: 'Bidder released',
  sold: 'Sold',
  over: 'Not sold',
}

/** The next deadline in ms; null when the negotiation is over. */
export function deadlineOf({
  phase,
  boundUntil,
  lapsesAt,
}: Pick<Negotiation, 'phase' | 'boundUntil' | 'lapsesAt'>): number | null {
  if (phase === 'bound') return boundUntil
  return phase === 'free' ? lapsesAt : null
}
