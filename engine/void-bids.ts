import type { Command, Decision, NumberedEvent } from './command.ts'
import { evolve, initialLot } from './evolve.ts'
import type { BidKind, LotEvent, LotState } from './lot.ts'
import { notOpenToMaximums } from './phase.ts'
import { placeBid } from './price.ts'
import { refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/**
 * Voids bids by the sequences of their events and recomputes the standing from all others, as if the voided had never been made.
 * Only while the lot takes bids or is paused: a closed lot keeps its result. `nothing-to-void` unless every sequence is a bid or a raise of
 * this lot that still counts. Earlier voids in the history stay void. `now` in ms.
 */
export function decideVoidBids(
  terms: Terms,
  state: LotState,
  command: Extract<Command, { type: 'void-bids' }>,
  now: number,
): Decision {
  const closed = notOpenToMaximums(terms, state, now)
  if (closed !== null && closed !== 'lot-paused') return refuseWith(closed)
  const { cause, history } = command
  const voided = [...new Set(command.voided)].toSorted((a, b) => a - b)
  const gone = voidedBefore(history)
  const live = new Set(
    history.filter((entry) => isBid(entry.event) && !gone.has(entry.sequence)).map((e) => e.sequence),
  )
  if (voided.length === 0 || !voided.every((sequence) => live.has(sequence))) return refuseWith('nothing-to-void')

  for (const sequence of voided) gone.add(sequence)
  const standing = recompute(terms, history, gone)
  const { price, leader, reserveMet, leaderMaximum, runnerUp, floor, bidCount } = standing
  const event: LotEvent = {
    type: 'voided',
    at: now,
    voided,
    cause,
    price,
    leader,
    reserveMet,
    leaderMaximum,
    runnerUp,
    floor,
    bidCount,
  }
  return { ok: true, events: [event] }
}

function isBid(event: LotEvent): boolean {
  return event.type === 'bid-placed' || (event.type === 'maximum-changed' && event.change === 'raised')
}

function voidedBefore(history: NumberedEvent[]): Set<number> {
  return new Set(history.flatMap(({ event }) => (event.type === 'voided' ? event.voided : [])))
}

/** The standing of every act that still counts, in the order of their sequences. Guards are not asked again: these were accepted. */
function recompute(terms: Terms, history: NumberedEvent[], gone: Set<number>): LotState {
  let standing = initialLot(terms)
  for (const { sequence, event } of history.toSorted((a, b) => a.sequence - b.sequence)) {
    if (gone.has(sequence)) continue
    if (event.type === 'bid-placed') standing = placeAgain(terms, standing, event, event.kind)
    if (event.type !== 'maximum-changed') continue
    standing = event.change === 'raised' ? placeAgain(terms, standing, event, 'maximum') : lowerAgain(standing, event)
  }
  const reserveMet = terms.reserve !== null && standing.price !== null && standing.price >= terms.reserve
  return { ...standing, reserveMet }
}

/** A bid or a raise; which of them is silent, and so not counted, is decided anew. */
function placeAgain(
  terms: Terms,
  standing: LotState,
  event: Extract<LotEvent, { type: 'bid-placed' | 'maximum-changed' }>,
  kind: BidKind,
): LotState {
  const placed = placeBid(terms, standing, event.bidder, kind, event.amount, event.at)
  const isSilent = placed.price === standing.price
  return evolve(standing, isSilent ? { ...placed, type: 'maximum-changed', change: 'raised' } : placed)
}

/** A lowering binds whoever leads now, never below the price, and never adds to a maximum that a void has made smaller. */
function lowerAgain(standing: LotState, event: Extract<LotEvent, { type: 'maximum-changed' }>): LotState {
  const { leader, leaderMaximum, price } = standing
  if (leader === null || leaderMaximum === null || price === null || leader.id !== event.bidder.id) return standing
  const amount = Math.max(price, Math.min(leaderMaximum, event.amount))
  return evolve(standing, { ...event, amount })
}
