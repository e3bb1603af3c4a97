import type { BidAnswer } from '#contract/bidding/bidding.ts'
import type { Rejection } from '#engine'
import type { Person } from '#server/platform/person.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { detailsOf, wordsOf } from './lane/answer.ts'
import type { BidderAction } from './command.ts'
import type { Lanes } from './lane/lanes.ts'
import type { BidThrottle } from './throttle.ts'

export type BidderRequest = Pick<BidderAction, 'lotId' | 'bidId' | 'kind' | 'amount' | 'notAfter' | 'requestId'>

/**
 * Sends a bidder's command through its lane: the answer after COMMIT, or the refusal. Throws the problems `busy`, `unknown-outcome` and
 * `rate-limited`.
 */
export async function placeBid(
  lanes: Lanes,
  throttle: BidThrottle,
  person: Person,
  request: BidderRequest,
): Promise<BidAnswer | Refusal> {
  throttle.take(person.id)
  const outcome = await lanes.submit({ by: 'bidder', bidder: { id: person.id, paddle: person.paddle }, ...request })
  if (!outcome.ok) return refusalOf(outcome.rejection)
  if (outcome.answer === null) throw new Error('an accepted bid has no answer')
  return outcome.answer
}

/** A rule rejection in the common error format. */
export function refusalOf(rejection: Rejection): Refusal {
  return refuse(rejection.code, wordsOf(rejection), detailsOf(rejection))
}
