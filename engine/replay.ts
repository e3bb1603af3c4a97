import { outcomeOf } from './close.ts'
import type { BidderFacts } from './command.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import { DEFAULT_LADDER, EBAY_LADDER, type Ladder } from './ladder.ts'
import type { BidKind } from './lot.ts'
import type { Money } from './money.ts'
import type { RejectionCode } from './rejection.ts'
import type { Terms } from './terms.ts'

/** A recorded auction: the terms of one lot and the bids on it, in the order they came. Amounts in minor units, times in ms. */
export type ReplayEntry = {
  id: string
  terms: {
    openingBid: Money
    reserve?: Money | null
    ladder: 'ebay' | 'default' | Ladder
    bidUnit: Money
    /** Absent: no extension. A history states its own terms; only the house's own sales have the house's two minutes. */
    extensionWindowMs?: number | null
    extensionMs?: number | null
    /** Absent: open from the start. */
    opensAt?: number | null
    /** Absent: open until the last bid has been heard. */
    closesAt?: number | null
  }
  bids: { bidder: string; at: number; kind: BidKind; amount: Money }[]
}

/** How it ends under the rules. `refused` names bids by their place in the entry, counted from 0. */
export type ReplayResult = {
  id: string
  leader: string | null
  price: Money | null
  outcome: 'sold' | 'reserve-not-met' | 'passed'
  accepted: number
  refused: { index: number; code: RejectionCode }[]
}

const ANY_BIDDER: BidderFacts = { ineligible: null, limit: null, bidIdReused: false }
const ALWAYS = Number.MIN_SAFE_INTEGER
const NEVER = Number.MAX_SAFE_INTEGER
/** A result names bidders by their ids; paddles stand only in events and reasons, which no result holds. */
const ANY_PADDLE = 0

/** Runs a recorded auction through the engine. The entry must be free of faults (`faultInEntry`). */
export function replay(entry: ReplayEntry): ReplayResult {
  const terms = termsOf(entry)
  const refused: ReplayResult['refused'] = []
  let state = initialLot(terms)
  entry.bids.forEach(({ bidder: id, at, kind, amount }, index) => {
    const bidder = { id, paddle: ANY_PADDLE }
    const type = kind === 'firm' ? 'firm-bid' : 'maximum'
    const decision = decide(terms, state, { type, bidder, amount, facts: ANY_BIDDER }, at)
    if (decision.ok) state = decision.events.reduce(evolve, state)
    else refused.push({ index, code: decision.rejection.code })
  })
  return {
    id: entry.id,
    leader: state.leader?.id ?? null,
    price: state.price,
    outcome: outcomeOf(terms, state),
    accepted: entry.bids.length - refused.length,
    refused,
  }
}

function termsOf({ terms }: ReplayEntry): Terms {
  return {
    saleKind: 'timed',
    openingBid: terms.openingBid,
    reserve: terms.reserve ?? null,
    buyNow: null,
    buyNowUntil: 'reserve-met',
    bidUnit: terms.bidUnit,
    ladder: ladderOf(terms.ladder),
    opensAt: terms.opensAt ?? ALWAYS,
    scheduledCloseAt: terms.closesAt ?? NEVER,
    extensionWindowMs: terms.extensionWindowMs ?? 0,
    extensionMs: terms.extensionMs ?? 0,
    hardEndAt: null,
    liveStartMs: 0,
    outageExtensionMs: 0,
  }
}

function ladderOf(ladder: ReplayEntry['terms']['ladder']): Ladder {
  if (ladder === 'ebay') return EBAY_LADDER
  return ladder === 'default' ? DEFAULT_LADDER : ladder
}
