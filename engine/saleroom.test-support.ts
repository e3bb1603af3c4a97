import type { BidderFacts, BiddingLimit, Command, Decision, LeadFacts, NumberedEvent } from './command.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import { DEFAULT_INCREMENTS } from './increments.ts'
import type { LotEvent, LotState } from './lot.ts'
import type { Bidder } from './bidder.ts'
import type { Terms } from './terms.ts'

/** The cast of every test, and the terms they usually bid on. */
export const ADA: Bidder = { id: 'ada', paddle: 101 }
export const BORIS: Bidder = { id: 'boris', paddle: 102 }
export const CHIDI: Bidder = { id: 'chidi', paddle: 103 }
export const DANA: Bidder = { id: 'dana', paddle: 104 }
const ELIF: Bidder = { id: 'elif', paddle: 105 }
export const CAST: readonly Bidder[] = [ADA, BORIS, CHIDI, DANA, ELIF]

/** May bid, without a limit, with a fresh bid id. */
export const FREE: BidderFacts = { ineligible: null, limit: null, bidIdReused: false }

/** A bidding limit on a lot without costs on top of its price. */
export function upTo(limit: number, committedElsewhere = 0): BiddingLimit {
  return { limit, committedElsewhere, totalOf: (price) => price }
}

/** An instant of the auction's day in ms, from `10:59` or `10:59:30`. */
export function clock(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** A timed lot from 10:00 to 11:00: opening bid 500, whole units, the default bid increments, two minutes of soft close. */
export const TIMED: Terms = {
  auctionKind: 'timed',
  openingBid: 500_00,
  reserve: null,
  buyNow: null,
  buyNowUntil: 'reserve-met',
  bidUnit: 1_00,
  increments: DEFAULT_INCREMENTS,
  opensAt: clock('10:00'),
  scheduledCloseAt: clock('11:00'),
  extensionWindowMs: 120_000,
  extensionMs: 120_000,
  hardEndAt: null,
  liveStartMs: 30_000,
  outageExtensionMs: 600_000,
}

/** The same lot in a live auction: 30 s from the moment it comes up, every bid leaves at least 15 s. */
export const LIVE: Terms = {
  ...TIMED,
  auctionKind: 'live',
  opensAt: null,
  scheduledCloseAt: null,
  extensionWindowMs: 15_000,
  extensionMs: 15_000,
}

export function firm(bidder: Bidder, amount: number, facts: Partial<BidderFacts> = {}): Command {
  return { type: 'firm-bid', bidder, amount, facts: { ...FREE, ...facts } }
}

export function maximum(bidder: Bidder, amount: number, facts: Partial<BidderFacts> = {}): Command {
  return { type: 'maximum', bidder, amount, facts: { ...FREE, ...facts } }
}

export function lower(bidder: Bidder, amount: number | null, facts: Partial<BidderFacts> = {}): Command {
  return { type: 'lower-maximum', bidder, amount, facts: { ...FREE, ...facts } }
}

export function buyNow(bidder: Bidder, facts: Partial<BidderFacts> = {}): Command {
  return { type: 'buy-now', bidder, facts: { ...FREE, ...facts } }
}

export type NegotiationStep = 'show-maximum' | 'offer' | 'accept-counter' | 'decline-counter' | 'retract-offer'

/** What a bidder says in a negotiation; `show-maximum` needs no amount. */
export function negotiation(
  bidder: Bidder,
  type: NegotiationStep,
  amount = 0,
  facts: Partial<BidderFacts> = {},
): Command {
  return { type, bidder, amount, facts: { ...FREE, ...facts } }
}

/** A lot after commands that must all be accepted, with every event that led there. */
export function lotAfter(
  terms: Terms,
  ...actions: [time: string, command: Command][]
): { state: LotState; events: LotEvent[] } {
  let state = initialLot(terms)
  const events: LotEvent[] = []
  for (const [time, command] of actions) {
    const decision = decide(terms, state, command, clock(time))
    if (!decision.ok) throw new Error(`At ${time} ${command.type} was refused: ${decision.rejection.code}`)
    state = decision.events.reduce(evolve, state)
    events.push(...decision.events)
  }
  return { state, events }
}

/** What the engine answers at `time` after `actions`. */
export function answer(terms: Terms, actions: [string, Command][], time: string, command: Command): Decision {
  return decide(terms, lotAfter(terms, ...actions).state, command, clock(time))
}

/** Events with their sequences, from 1. */
export function numbered(events: readonly LotEvent[]): NumberedEvent[] {
  return events.map((event, index) => ({ sequence: index + 1, event }))
}

/** The result of voiding `voided` (sequences, from 1) at 10:30 after `actions`; `bidders`: who may not hold the lead, and why. */
export function voidAfter(
  terms: Terms,
  actions: [string, Command][],
  voided: number[],
  bidders: LeadFacts = new Map(),
): Decision {
  const { state, events } = lotAfter(terms, ...actions)
  const command: Command = { type: 'void-bids', voided, cause: 'a slip', history: numbered(events), bidders }
  return decide(terms, state, command, clock('10:30'))
}

/** The events a decision caused; throws on a refusal. */
export function taken(decision: Decision): LotEvent[] {
  if (!decision.ok) throw new Error(`Refused: ${decision.rejection.code}`)
  return decision.events
}

/** The code of a refusal, or the types of the events. */
export function codeOf(decision: Decision): string {
  return decision.ok ? `taken: ${decision.events.map((event) => event.type).join(', ')}` : decision.rejection.code
}
