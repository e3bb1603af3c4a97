import type { LotStatus, Money, Rejection } from '#engine'
import type { PhaseCode } from '#engine/phase.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { wordsOf } from '../lane/answer.ts'
import type { Outcome } from '../command.ts'

/** The result of a pending bid that joined in, for its bidder, who may see prices from then on. */
export function wordsOfJoining(outcome: Outcome, maximum: Money, currency: string): string {
  const money = (amount: Money) => moneyText(amount, currency)
  if (!outcome.ok)
    return ['Your bid wasn’t placed.', wordsOf(outcome.rejection), ...adviceOn(outcome.rejection, money)].join(' ')
  const { answer } = outcome
  if (answer === null) throw new Error('an accepted bid has no answer')
  return [
    `We placed your bid with your maximum of ${money(maximum)}.`,
    answer.leading ? 'You’re the high bidder.' : 'Another bidder is ahead.',
    ...(answer.price === null ? [] : [`The price is ${money(answer.price)}.`]),
    ...(answer.leading ? [] : [`The next bid is ${money(answer.nextBid)}.`]),
  ].join(' ')
}

/** What a verified bidder's pending bid waits for: that its lot opens, or that its paused lot resumes. */
export type Waits = 'opening' | 'resumption'

/** What a bid on a lot in this phase waits for; null where it can be decided. */
export function waitsFor(phase: PhaseCode | null): Waits | null {
  if (phase === 'lot-not-open') return 'opening'
  return phase === 'lot-paused' ? 'resumption' : null
}

/** Tells a verified bidder that their pending bid keeps waiting. */
export function wordsOfWaiting(maximum: Money, currency: string, waits: Waits): string {
  if (waits === 'resumption')
    return `You’re verified, and this lot is paused. Your maximum of ${moneyText(maximum, currency)} is placed as soon as the lot resumes. Until then you can change or withdraw it.`
  return `You’re verified, and bidding on this lot isn’t open yet. Your maximum of ${moneyText(maximum, currency)} is placed as soon as the lot opens. Until then you can change or withdraw it.`
}

/** What would have helped, or still helps. */
function adviceOn(rejection: Rejection, money: (amount: Money) => string): string[] {
  switch (rejection.code) {
    case 'below-next-bid':
      return [`The next bid is ${money(rejection.nextBid)}.`]
    case 'over-bidding-limit':
      if (rejection.why !== undefined) return []
      return [`Your limit is ${money(rejection.limit)}, and ${money(rejection.committed)} of it is committed.`]
    case 'not-a-bid-unit':
      return [`Bids increase in steps of ${money(rejection.bidUnit)}.`]
    case 'lot-not-open':
      return ['We added the lot to your watchlist. You can bid as soon as it opens.']
    default:
      return []
  }
}

/** For a pending bid of a person whose identity could not be verified. */
export const DROPPED_AS_REJECTED = 'Your bid was dropped because we couldn’t verify your identity. It was never placed.'

/** For a pending bid whose lot ended before it could join in. */
export function wordsOfDrop({ status, isVerified }: { status: LotStatus; isVerified: boolean }): string {
  return status === 'withdrawn'
    ? 'Your bid was dropped because the lot was withdrawn from the auction. It was never placed.'
    : isVerified
      ? 'Your bid was dropped because the lot closed before it could be placed. It was never placed.'
      : 'Your bid was dropped because the lot closed before we checked your identity. It was never placed.'
}
