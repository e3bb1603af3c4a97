import type { LotStatus, Money, Rejection } from '#engine'
import { moneyText } from '#server/platform/money-text.ts'
import { wordsOf } from '../lane/answer.ts'
import type { Outcome } from '../command.ts'

/** What became of a parked bid when it joined in, for its bidder, who may see prices from then on. */
export function wordsOfJoining(outcome: Outcome, maximum: Money, currency: string): string {
  const money = (amount: Money) => moneyText(amount, currency)
  if (!outcome.ok) return `It did not join in. ${wordsOf(outcome.rejection)}${adviceOn(outcome.rejection, money)}`
  const { answer } = outcome
  if (answer === null) throw new Error('an accepted bid has no answer')
  const price = answer.price === null ? '' : ` The price is ${money(answer.price)}.`
  return answer.leading
    ? `It joined in with your maximum of ${money(maximum)}, and you are leading.${price}`
    : `It joined in with your maximum of ${money(maximum)}, and another bidder is ahead.${price} The next bid is ${money(answer.nextBid)}.`
}

/** That a parked bid of somebody verified goes on waiting. */
export function wordsOfWaiting(maximum: Money, currency: string): string {
  return `Your identity is verified, and bids on this lot are not open yet. Your maximum of ${moneyText(maximum, currency)} waits and joins in the moment the lot opens. Until then you can change it or take it back.`
}

/** What would have helped, or helps now. */
function adviceOn(rejection: Rejection, money: (amount: Money) => string): string {
  switch (rejection.code) {
    case 'below-next-bid':
      return ` The next bid is ${money(rejection.nextBid)}.`
    case 'over-bidding-limit':
      return ` Your limit is ${money(rejection.limit)}, and ${money(rejection.committed)} of it is committed.`
    case 'not-a-bid-unit':
      return ` Bids go in steps of ${money(rejection.bidUnit)}.`
    case 'lot-not-open':
      return ' You are following the lot now and can bid as soon as it opens.'
    default:
      return ''
  }
}

/** Why a parked bid was dropped before it could join in. */
export function wordsOfDrop(why: 'over' | 'rejected', status: LotStatus, isVerified: boolean): string {
  if (why === 'rejected') return 'It was dropped, because your identity could not be verified. It never took part.'
  return status === 'withdrawn'
    ? 'It was dropped, because the lot was withdrawn from the sale. It never took part.'
    : isVerified
      ? 'It was dropped, because the lot closed before it could join in. It never took part.'
      : 'It was dropped, because the lot closed before your identity was checked. It never took part.'
}
