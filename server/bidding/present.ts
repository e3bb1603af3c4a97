import type { Standing } from '#contract/bidding/bidding.ts'
import { buyNowOffered, increment, nextBid, type LotState, type LotStatus, type Negotiation, type Terms } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed, openNegotiation } from './sealed.ts'

/** A row of `standing` as the driver returns it (int8 as number, instants in ms). */
export type StandingRow = {
  lot_id: string
  auction_id: string
  position: number
  seller_id: string | null
  terms: Terms
  status: LotStatus
  sequence: number
  closes_at_ms: number | null
  price: number | null
  leader_id: string | null
  leader_paddle: number | null
  sealed: Buffer | null
  negotiation: Buffer | null
  floor: number
  reserve_met: boolean
  bid_count: number
  extensions: number
  last_hash: Buffer
  /** The sealed events: how many, and the hash of the last (null before the first). */
  sealed_count: number
  sealed_hash: Buffer | null
}

/** The columns of {@link StandingRow}, in one place. */
export const STANDING_COLUMNS = `lot_id, auction_id, position, seller_id, terms, status, sequence, closes_at_ms, price,
  leader_id, leader_paddle, sealed, negotiation, floor, reserve_met, bid_count, extensions, last_hash, sealed_count, sealed_hash`

/** The engine's state from its row; decrypts the sealed maximums. */
export function stateOf(row: StandingRow, keys: Keys): LotState {
  return { ...publicStateOf(row), ...openSealed(keys, row.lot_id, row.sealed), negotiation: negotiationOf(row, keys) }
}

const DAY_MS = 86_400_000

/** The negotiation about a lot below its reserve. For a lot closed before these were stored, each deadline is a day from its end. */
export function negotiationOf(
  row: Pick<StandingRow, 'lot_id' | 'status' | 'negotiation' | 'closes_at_ms'>,
  keys: Keys,
): Negotiation | null {
  if (row.status !== 'reserve-not-met') return null
  if (row.negotiation !== null) return openNegotiation(keys, row.lot_id, row.negotiation)
  const boundUntil = (row.closes_at_ms ?? 0) + DAY_MS
  return { boundUntil, lapsesAt: boundUntil + DAY_MS, isFree: false, counter: null, offer: null }
}

/** The state without its secrets: enough to present, not to decide. */
export function publicStateOf(row: StandingRow): LotState {
  const { leader_id: id, leader_paddle: paddle } = row
  return {
    status: row.status,
    sequence: row.sequence,
    closesAt: row.closes_at_ms,
    price: row.price,
    leader: id === null || paddle === null ? null : { id, paddle },
    leaderMaximum: null,
    runnerUp: null,
    floor: row.floor,
    reserveMet: row.reserve_met,
    bidCount: row.bid_count,
    extensions: row.extensions,
    negotiation: null,
  }
}

/** What every verified member may know of a lot. The only way from a state to JSON; it reads no secret. */
export function standingOf(lotId: string, terms: Terms, state: LotState): Standing {
  return {
    lotId,
    status: state.status,
    sequence: state.sequence,
    price: state.price,
    nextBid: nextBid(terms, state),
    increment: increment(terms.increments, state.price ?? terms.openingBid),
    leader: state.leader?.paddle ?? null,
    reserve: reserveStatus(terms, state),
    buyNow: state.status === 'open' && buyNowOffered(terms, state) ? terms.buyNow : null,
    opensAt: terms.opensAt,
    closesAt: state.closesAt,
    scheduledCloseAt: terms.scheduledCloseAt,
    bidCount: state.bidCount,
    extensions: state.extensions,
  }
}

export function presentStanding(row: StandingRow): Standing {
  return standingOf(row.lot_id, row.terms, publicStateOf(row))
}

export function reserveStatus(terms: Terms, state: LotState): Standing['reserve'] {
  if (terms.reserve === null) return 'none'
  return state.reserveMet ? 'met' : 'not-met'
}
