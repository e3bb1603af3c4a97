import { t } from '#web/platform/language/text.ts'
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
  const amount = step.amount === null ? t`the amount` : formatMoney(step.amount, currency)
  const bidder = reader === 'bidder' ? t`You` : t`Paddle ${paddle}`
  // The bidder deals with the seller, also when staff answer for them; staff see who it was.
  const app = reader === 'bidder' || step.by === 'seller' ? t`The seller` : t`We`
  const who = step.by === 'bidder' ? bidder : app
  switch (step.what) {
    case 'closed':
      return t`Bidding ended at ${amount}, below the reserve`
    case 'approved':
      return t`${app} accepted the bid of ${amount}`
    case 'countered':
      return t`${app} asked for ${amount}`
    case 'offered':
      return t`${bidder} offered ${amount}`
    case 'declined':
      return t`${who} declined ${amount}`
    case 'retracted':
      return t`${who} withdrew ${amount}`
    case 'freed':
      return reader === 'bidder' ? t`Your bid was released` : t`The bidder was released`
    case 'agreed':
      return t`${who} accepted ${amount}: sold`
    case 'lapsed':
      return step.by !== null ? t`The seller keeps the vehicle` : t`Time ran out without an agreement`
    default:
      return step.what satisfies never
  }
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
