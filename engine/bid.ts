import type { Command, Decision } from './command.ts'
import { nextBid } from './next-bid.ts'
import { isLeading, overLimit } from './limit.ts'
import type { LotEvent, LotState, SealedEvent } from './lot.ts'
import { isMoney, type Money } from './money.ts'
import { notOpen, notOpenToMaximums, openedByClock } from './phase.ts'
import { placeBid, type BidPlaced } from './price.ts'
import { refuse, refuseWith } from './refusal.ts'
import type { Rejection } from './rejection.ts'
import { extendedByBid } from './soft-close.ts'
import type { Terms } from './terms.ts'

/** A firm bid or a maximum. */
export type Bid = Extract<Command, { type: 'firm-bid' | 'maximum' }>

/** Accepts or refuses a firm bid or a maximum at `now` (ms, read after the lot was locked). */
export function decideBid(terms: Terms, state: LotState, bid: Bid, now: number): Decision {
  const { facts } = bid
  if (facts.ineligible !== null) return refuse({ code: 'not-eligible', why: facts.ineligible })
  const closed = bid.type === 'maximum' ? notOpenToMaximums(terms, state, now) : notOpen(terms, state, now)
  if (closed !== null) return refuseWith(closed)
  if (facts.bidIdReused) return refuseWith('bid-id-reused')
  if (bid.entry?.seen !== undefined && bid.entry.seen !== state.sequence) return refuseWith('standing-moved')
  const refusal = refuseAmount(terms, state, bid)
  if (refusal !== null) return refuse(refusal)
  if (isUnderOwn(state, bid)) return { ok: true, events: [] }
  return { ok: true, events: eventsOfBid(terms, state, bid, now) }
}

/** True for a positive amount of money in whole bid units. */
export function isBidAmount(terms: Terms, amount: Money): boolean {
  return isMoney(amount) && amount > 0 && amount % terms.bidUnit === 0
}

/** Whether the auctioneer enters a maximum that the client's own already covers. */
function isUnderOwn(state: LotState, { type, bidder, amount, entry }: Bid): boolean {
  const isCovered = type === 'maximum' && isLeading(state, bidder) && amount <= (state.leaderMaximum ?? 0)
  return isCovered && entry !== undefined
}

/**
 * A leader's maximum has to exceed their own, which an auctioneer who enters one for them must not learn: what they enter only has to
 * exceed the price, and its limit is compared with that amount. Source: the rulebook, "What each may know".
 */
function refuseAmount(terms: Terms, state: LotState, bid: Bid): Rejection | null {
  const { amount, bidder } = bid
  if (!isBidAmount(terms, amount)) return { code: 'not-a-bid-unit', bidUnit: terms.bidUnit }
  const ownMaximum = isLeading(state, bidder) ? state.leaderMaximum : null
  if (ownMaximum !== null && bid.type === 'maximum') {
    if (amount <= (bid.entry === undefined ? ownMaximum : (state.price ?? 0))) return { code: 'maximum-not-raised' }
  } else {
    const least = nextBid(terms, state)
    if (amount < least) return { code: 'below-next-bid', nextBid: least }
  }
  const held = bid.type === 'maximum' ? amount : Math.max(amount, ownMaximum ?? 0)
  return overLimit(state, bidder, bid.facts.limit, held)
}

/** A leader's raise that moves no price is silent: it is not public and never extends. Everything else is a bid placed. */
function eventsOfBid(terms: Terms, state: LotState, bid: Bid, now: number): LotEvent[] {
  const { amount, bidder, entry } = bid
  const placed = placeBid(terms, state, bidder, bid.type === 'maximum' ? 'maximum' : 'firm', amount, now)
  const event: BidPlaced | SealedEvent =
    placed.price === state.price ? { type: 'maximum-changed', at: now, bidder, amount, change: 'raised' } : placed
  if (entry !== undefined) event.mark = entry.mark
  if (event !== placed) return [event]

  const opened = openedByClock(terms, state, now)
  const events: LotEvent[] = opened === null ? [placed] : [opened, placed]
  // Only a bid that changes the price can pass the reserve, so the reserve is never met silently.
  if (terms.reserve !== null && !state.reserveMet && placed.price >= terms.reserve) {
    events.push({ type: 'reserve-met', at: now, price: placed.price })
  }
  const extended = extendedByBid(terms, state.closesAt, now)
  if (extended !== null) events.push(extended)
  return events
}
