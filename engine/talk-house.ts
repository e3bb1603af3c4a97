import { isBidAmount } from './bid.ts'
import type { Command, Decision } from './command.ts'
import type { LotEvent, LotState, Talk } from './lot.ts'
import type { Money } from './money.ts'
import { refuse, refuseWith } from './refusal.ts'
import { freedByClock, talkAt } from './talk-phase.ts'
import type { Terms } from './terms.ts'

type HouseTalk = Extract<
  Command,
  { type: 'approve' | 'lapse' | 'counter' | 'retract-counter' | 'accept-offer' | 'decline-offer' | 'end-talk' }
>

/** What the house, for the seller, does in the talk about a lot that closed below its reserve. `now` in ms. */
export function decideHouseTalk(terms: Terms, state: LotState, command: HouseTalk, now: number): Decision {
  const { price, talk } = state
  if (price === null || talk === null) return refuseWith('not-undecided')
  if (command.type === 'lapse') return silence(talk, now)
  if (talkAt(state, now) === null) return refuseWith('not-undecided')
  const freed = freedByClock(talk, now)
  const standing = freed.length === 0 ? talk : { ...talk, isFree: true, offer: null }
  switch (command.type) {
    case 'approve':
      return standing.isFree ? refuseWith('bidder-free') : { ok: true, events: [{ type: 'approved', at: now, price }] }
    case 'counter':
      return counter(terms, price, standing, command, freed, now)
    case 'retract-counter':
      if (standing.counter !== command.amount) return refuseWith('offer-gone')
      return { ok: true, events: [...freed, { type: 'retracted', at: now, by: 'house', amount: command.amount }] }
    case 'accept-offer':
      if (standing.offer !== command.amount) return refuseWith('offer-gone')
      return { ok: true, events: [{ type: 'agreed', at: now, by: 'house', price: command.amount }] }
    case 'decline-offer':
      if (standing.offer !== command.amount) return refuseWith('offer-gone')
      return { ok: true, events: [{ type: 'declined', at: now, by: 'house', amount: command.amount }] }
    case 'end-talk':
      return { ok: true, events: [...freed, { type: 'lapsed', at: now, cause: 'house' }] }
    default:
      return command satisfies never
  }
}

/** What nobody's word brings: the bidder's freedom, then the end. */
function silence(talk: Talk, now: number): Decision {
  const freed = freedByClock(talk, now)
  if (now >= talk.lapsesAt) return { ok: true, events: [...freed, { type: 'lapsed', at: now, cause: 'time' }] }
  return freed.length === 0 ? refuseWith('not-due') : { ok: true, events: freed }
}

/**
 * The house asks for more than the bid and never for more than the reserve: at the reserve the lot would have been sold without a
 * question. What the bidder offers already can only be accepted.
 */
function counter(
  terms: Terms,
  highBid: Money,
  talk: Talk,
  { amount, offerId }: Extract<Command, { type: 'counter' }>,
  events: LotEvent[],
  now: number,
): Decision {
  if (!isBidAmount(terms, amount)) return refuse({ code: 'not-a-bid-unit', bidUnit: terms.bidUnit })
  if (amount <= highBid) return refuse({ code: 'below-high-bid', highBid })
  if (terms.reserve !== null && amount > terms.reserve) return refuseWith('above-reserve')
  if (amount === talk.counter) return refuseWith('same-offer')
  if (talk.offer !== null && amount <= talk.offer) return refuseWith('offer-crosses')
  return { ok: true, events: [...events, { type: 'countered', at: now, amount, offerId }] }
}
