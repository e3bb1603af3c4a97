import { outcomeOf } from './close.ts'
import type { BidderFacts } from './command.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import { DEFAULT_INCREMENTS, EBAY_INCREMENTS, type Increments } from './increments.ts'
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
    /** The bid increments, by the name that recorded histories use. */
    ladder: 'ebay' | 'default' | Increments
    bidUnit: Money
    /** Absent: no extension. A history states its own terms; our two-minute default applies only to our own auctions. */
    extensionWindowMs?: number | null
    extensionMs?: number | null
    /** Absent: open from the start. */
    opensAt?: number | null
    /** Absent: open until the last bid has been applied. */
    closesAt?: number | null
  }
  bids: { bidder: string; at: number; kind: BidKind; amount: Money }[]
}

/** The result under the rules. `refused` lists bids by their index in the entry. */
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
/** A result identifies bidders by id; paddles appear only in events and reasons, which a result doesn't have. */
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
    auctionKind: 'timed',
    openingBid: terms.openingBid,
    reserve: terms.reserve ?? null,
    buyNow: null,
    buyNowUntil: 'reserve-met',
    bidUnit: terms.bidUnit,
    increments: incrementsOf(terms.ladder),
    opensAt: terms.opensAt ?? ALWAYS,
    scheduledCloseAt: terms.closesAt ?? NEVER,
    extensionWindowMs: terms.extensionWindowMs ?? 0,
    extensionMs: terms.extensionMs ?? 0,
    hardEndAt: null,
    liveStartMs: 0,
    outageExtensionMs: 0,
  }
}

function incrementsOf(ladder: ReplayEntry['terms']['ladder']): Increments {
  if (ladder === 'ebay') return EBAY_INCREMENTS
  return ladder === 'default' ? DEFAULT_INCREMENTS : ladder
}
