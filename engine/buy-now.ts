import type { Command, Decision } from './command.ts'
import { overLimit } from './limit.ts'
import type { LotEvent, LotState } from './lot.ts'
import { notOpen, openedByClock } from './phase.ts'
import { refuse, refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/** Sells the lot at its buy-now price and closes it immediately. `now` in ms. */
export function decideBuyNow(
  terms: Terms,
  state: LotState,
  command: Extract<Command, { type: 'buy-now' }>,
  now: number,
): Decision {
  const { bidder, facts } = command
  if (facts.ineligible !== null) return refuse({ code: 'not-eligible', why: facts.ineligible })
  const closed = notOpen(terms, state, now)
  if (closed !== null) return refuseWith(closed)
  if (facts.bidIdReused) return refuseWith('bid-id-reused')
  const { buyNow } = terms
  if (buyNow === null) return refuseWith('buy-now-gone')
  const over = overLimit(state, bidder, facts.limit, buyNow)
  if (over !== null) return refuse(over)
  if (!buyNowOffered(terms, state)) return refuseWith('buy-now-gone')

  const opened = openedByClock(terms, state, now)
  const events: LotEvent[] = opened === null ? [] : [opened]
  events.push({ type: 'bought-now', at: now, bidder, price: buyNow })
  events.push({ type: 'closed', at: now, outcome: 'sold', price: buyNow, leader: bidder })
  return { ok: true, events }
}

/**
 * Whether the buy-now price is still available on an open lot. If the terms say "until the reserve is met" and there is no
 * reserve, the first bid ends the offer.
 */
export function buyNowOffered(terms: Terms, state: Pick<LotState, 'price' | 'reserveMet'>): boolean {
  if (terms.buyNow === null) return false
  if (state.price === null) return true
  if (state.price >= terms.buyNow) return false
  switch (terms.buyNowUntil) {
    case 'price-reached':
      return true
    case 'reserve-met':
      return terms.reserve !== null && !state.reserveMet
    default:
      return terms.buyNowUntil satisfies never
  }
}
