import { isBidAmount } from './bid.ts'
import type { Command, Decision } from './command.ts'
import { isLeading, overLimit } from './limit.ts'
import type { LotEvent, LotState, Talk } from './lot.ts'
import type { Money } from './money.ts'
import { refuse, refuseWith } from './refusal.ts'
import type { Rejection } from './rejection.ts'
import { talkOn } from './talk-step.ts'
import { freedByClock, talkAt } from './talk-phase.ts'
import type { Terms } from './terms.ts'

export type BidderTalk = Extract<
  Command,
  { type: 'show-maximum' | 'offer' | 'accept-counter' | 'decline-counter' | 'retract-offer' }
>

/** What the high bidder does in the talk about a lot that closed below its reserve. `now` in ms. */
export function decideBidderTalk(terms: Terms, state: LotState, command: BidderTalk, now: number): Decision {
  const { bidder, facts } = command
  if (facts.ineligible !== null) return refuse({ code: 'not-eligible', why: facts.ineligible })
  const talk = talkAt(state, now)
  if (talk === null || state.price === null) return refuseWith('not-undecided')
  if (!isLeading(state, bidder)) return refuseWith('not-your-talk')
  if (facts.bidIdReused) return refuseWith('bid-id-reused')
  const freed = freedByClock(talk, now)
  const standing = freed.length === 0 ? state : afterFreeing(state, now)
  const step = stepOf(terms, standing, state.price, standing.talk ?? talk, command, now)
  return 'code' in step ? refuse(step) : { ok: true, events: [...freed, step] }
}

function afterFreeing(state: LotState, now: number): LotState {
  const next = { ...state }
  talkOn(next, { type: 'freed', at: now })
  return next
}

function stepOf(
  terms: Terms,
  state: LotState,
  highBid: Money,
  talk: Talk,
  command: BidderTalk,
  now: number,
): LotEvent | Rejection {
  const { bidder } = command
  switch (command.type) {
    case 'show-maximum': {
      const maximum = state.leaderMaximum
      if (talk.isFree) return { code: 'bidder-free' }
      if (maximum === null || maximum <= highBid) return { code: 'nothing-to-show' }
      return refuseOffer(talk, maximum) ?? { type: 'offered', at: now, bidder, amount: maximum }
    }
    case 'offer': {
      const { amount, facts } = command
      if (!talk.isFree) return { code: 'still-bound' }
      if (!isBidAmount(terms, amount)) return { code: 'not-a-bid-unit', bidUnit: terms.bidUnit }
      if (amount < highBid) return { code: 'below-high-bid', highBid }
      const refusal = refuseOffer(talk, amount) ?? overLimit(state, bidder, facts.limit, amount)
      return refusal ?? { type: 'offered', at: now, bidder, amount }
    }
    case 'accept-counter': {
      const { amount, facts } = command
      if (talk.counter !== amount) return { code: 'offer-gone' }
      const over = overLimit(state, bidder, facts.limit, amount)
      return over ?? { type: 'agreed', at: now, by: 'bidder', price: amount }
    }
    case 'decline-counter':
      if (talk.counter !== command.amount) return { code: 'offer-gone' }
      return { type: 'declined', at: now, by: 'bidder', amount: command.amount }
    case 'retract-offer':
      if (talk.offer !== command.amount) return { code: 'offer-gone' }
      return { type: 'retracted', at: now, by: 'bidder', amount: command.amount }
    default:
      return command satisfies never
  }
}

/** An offer once more, or one as high as what the house asks for, which can be had by accepting. */
function refuseOffer(talk: Talk, amount: Money): Rejection | null {
  if (amount === talk.offer) return { code: 'same-offer' }
  return talk.counter !== null && amount >= talk.counter ? { code: 'offer-crosses' } : null
}
