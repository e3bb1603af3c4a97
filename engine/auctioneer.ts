import { closedEvent, leaderPassedOver, outcomeOf } from './close.ts'
import type { Command, Decision } from './command.ts'
import { evolve } from './evolve.ts'
import type { LotState } from './lot.ts'
import { isOutage } from './outage.ts'
import { notOpen } from './phase.ts'
import { refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/** Announces that the hammer is about to fall. Changes nothing but the record: bids go on as before. */
export function decideFairWarning(terms: Terms, state: LotState, now: number): Decision {
  if (terms.auctionKind !== 'live') return refuseWith('not-live')
  const closed = notOpen(terms, state, now)
  return closed === null ? { ok: true, events: [{ type: 'fair-warning', at: now }] } : refuseWith(closed)
}

/**
 * The auctioneer ends the lot on the block before its clock does, with the result that the clock would give at this instant: `hammer` only
 * where that is a sale, `pass` only where it isn't, so that nobody takes a lot from the bidder who has won it, or sells it below its
 * reserve. A standing that moved since the auctioneer saw it is refused: no hammer falls on a bid in flight. After an outage the lot first gets its clock back. With `line`, a leader who may not hold the lead is passed over first.
 */
export function decideEarlyClose(
  terms: Terms,
  state: LotState,
  { type, seen, noServerMs, line }: Extract<Command, { type: 'hammer' | 'pass' }>,
  now: number,
): Decision {
  if (terms.auctionKind !== 'live') return refuseWith('not-live')
  const closed = notOpen(terms, state, now)
  if (closed !== null) return refuseWith(closed)
  if (seen !== state.sequence) return refuseWith('standing-moved')
  if (isOutage(terms, noServerMs)) return refuseWith('not-due')
  const passedOver = line === undefined ? [] : leaderPassedOver(terms, line, now)
  const standing = passedOver.reduce(evolve, state)
  const isSale = outcomeOf(terms, standing) === 'sold'
  if (type === 'hammer' && !isSale) return refuseWith('nothing-to-hammer')
  if (type === 'pass' && isSale) return refuseWith('has-buyer')
  return { ok: true, events: [...passedOver, { ...closedEvent(terms, standing, now), cause: 'auctioneer' }] }
}
