import type { LeadFacts, NextInLine, NumberedEvent } from './command.ts'
import { evolve, initialLot } from './evolve.ts'
import type { Bidder } from './bidder.ts'
import { isWithin } from './limit.ts'
import type { BidKind, LotEvent, LotState, PassedOverWhy, Recomputed } from './lot.ts'
import type { Money } from './money.ts'
import { placeBid } from './price.ts'
import type { Terms } from './terms.ts'

/** A bid or a raise that still counts. `sequence`: of the bid by which it is voided. `at` in ms. */
type LiveBid = { sequence: number; bidder: Bidder; amount: Money; at: number }

/** Bids that were next in line and whose bidder may not hold the lead. */
export type PassedOver = { bidder: Bidder; bids: number[]; why: PassedOverWhy }

/**
 * The standing of all bids except those in `gone`, led by the first bidder who may hold the lead. Eligibility and limit are checked for
 * everyone who gains it, but not for `holder`, who already had it; bids that are passed over are added to `gone`. Source: the rulebook,
 * "Who may hold the lead".
 */
export function nextInLine(
  terms: Terms,
  { history, bidders }: NextInLine,
  gone: Set<number>,
  holder: Bidder | null,
): { standing: Recomputed; passed: PassedOver[] } {
  const passed: PassedOver[] = []
  for (;;) {
    const standing = recompute(terms, history, gone)
    const { leader, leaderMaximum } = standing
    const facts = leader === null || leader.id === holder?.id ? undefined : bidders.get(leader.id)
    const why = leader === null ? null : whyNot(facts, leaderMaximum ?? 0)
    if (leader === null || why === null) return { standing: recomputedOf(standing), passed }
    const isOut = ({ bidder, amount }: LiveBid) => bidder.id === leader.id && whyNot(facts, amount) !== null
    const bids = liveBids(history, gone).filter(isOut)
    const sequences = [...new Set(bids.map(({ sequence }) => sequence))]
    for (const sequence of sequences) gone.add(sequence)
    passed.push({ bidder: leader, bids: sequences, why })
  }
}

function whyNot(facts: ReturnType<LeadFacts['get']>, amount: Money): PassedOverWhy | null {
  if (facts === undefined) return null
  if (facts.ineligible !== null) return 'not-eligible'
  return facts.limit === null || isWithin(facts.limit, amount) ? null : 'over-limit'
}

/** The ledger entries for bids passed over at `now` (ms), all with the resulting standing. */
export function passedOverEvents(passed: readonly PassedOver[], standing: Recomputed, now: number): LotEvent[] {
  return passed.map((each) => ({ type: 'passed-over', at: now, ...each, ...standing }))
}

/** Bids that no longer count: voided before, or passed over. */
export function goneBefore(history: readonly NumberedEvent[]): Set<number> {
  return new Set(
    history.flatMap(({ event }) => {
      if (event.type === 'voided') return event.voided
      return event.type === 'passed-over' ? event.bids : []
    }),
  )
}

/** Bids and raises that still count, in order of arrival. */
export function liveBids(history: readonly NumberedEvent[], gone: ReadonlySet<number>): LiveBid[] {
  return inOrder(history).flatMap(({ bid: sequence, event }) =>
    isBid(event) && !gone.has(sequence) ? [{ sequence, bidder: event.bidder, amount: event.amount, at: event.at }] : [],
  )
}

/** An event with the sequence of the bid whose void removes it: its own, or for a sealed raise that of the bid it raised. */
type InOrder = { bid: number; event: LotEvent }

/**
 * The history in order of occurrence. A sealed raise depends on the newest bid of its bidder that counted when it
 * was made, so that a void names only public sequences and reveals nothing sealed.
 */
function inOrder(history: readonly NumberedEvent[]): InOrder[] {
  const bids = new Map<string, number[]>()
  const gone = new Set<number>()
  return history.toSorted(bySequence).map(({ sequence, sealedNumber, event }) => {
    if (event.type === 'voided') for (const voided of event.voided) gone.add(voided)
    if (event.type === 'passed-over') for (const passed of event.bids) gone.add(passed)
    if (!isBid(event)) return { bid: sequence, event }
    const own = bids.get(event.bidder.id) ?? []
    if (sealedNumber !== undefined) return { bid: own.findLast((bid) => !gone.has(bid)) ?? sequence, event }
    own.push(sequence)
    bids.set(event.bidder.id, own)
    return { bid: sequence, event }
  })
}

function bySequence(one: NumberedEvent, other: NumberedEvent): number {
  return one.sequence - other.sequence || (one.sealedNumber ?? 0) - (other.sealedNumber ?? 0)
}

function isBid(event: LotEvent): event is Extract<LotEvent, { type: 'bid-placed' | 'maximum-changed' }> {
  return event.type === 'bid-placed' || (event.type === 'maximum-changed' && event.change === 'raised')
}

function recomputedOf({ price, leader, reserveMet, leaderMaximum, runnerUp, floor, bidCount }: LotState): Recomputed {
  return { price, leader, reserveMet, leaderMaximum, runnerUp, floor, bidCount }
}

/** The standing of every action that still counts, in order of arrival. Guards aren't checked again: these were accepted. */
function recompute(terms: Terms, history: NumberedEvent[], gone: ReadonlySet<number>): LotState {
  let standing = initialLot(terms)
  for (const { bid, event } of inOrder(history)) {
    if (isBid(event) && gone.has(bid)) continue
    if (event.type === 'bid-placed') standing = placeAgain(terms, standing, event, event.kind)
    if (event.type !== 'maximum-changed') continue
    standing = event.change === 'raised' ? placeAgain(terms, standing, event, 'maximum') : lowerAgain(standing, event)
  }
  const reserveMet = terms.reserve !== null && standing.price !== null && standing.price >= terms.reserve
  return { ...standing, reserveMet }
}

/** Replays a bid or a raise; whether it is silent, and so not counted, is decided again. */
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

/** Replays a lowering. It binds the current leader, never goes below the price and never raises a maximum reduced by a void. */
function lowerAgain(standing: LotState, event: Extract<LotEvent, { type: 'maximum-changed' }>): LotState {
  if (standing.leader?.id !== event.bidder.id) return standing
  const amount = Math.max(standing.price ?? 0, Math.min(standing.leaderMaximum ?? 0, event.amount))
  return evolve(standing, { ...event, amount })
}
