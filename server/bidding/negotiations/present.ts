import type { LedgerLine } from '#contract/bidding/bidding.ts'
import type { MyNegotiation, Negotiation, NegotiationRow, NegotiationStep } from '#contract/bidding/negotiations.ts'
import type { Keys } from '#server/platform/keys.ts'
import { lineOf, sealSalt } from '../ledger-line.ts'
import { negotiationOf } from '../present.ts'
import { openEvent, openSealed } from '../sealed.ts'
import type { StepRow, NegotiationLotRow } from './store.ts'

/** The present state of a negotiation by the database's clock: a deadline counts from its instant, however late it is recorded. */
export function presentNegotiationRow(row: NegotiationLotRow, keys: Keys): Omit<NegotiationRow, 'id'> {
  const closed = lineOf(row.closed_text)
  const end = row.end_text === null ? null : lineOf(row.end_text)
  const negotiation = negotiationOf(row, keys)
  const { boundUntil = 0, lapsesAt = 0 } = negotiation ?? closed
  const phase = phaseOf(end, boundUntil, lapsesAt, row.now)
  const runs = negotiation !== null && (phase === 'bound' || phase === 'free')
  const isFreedLate = runs && phase === 'free' && !negotiation.isFree
  return {
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    currency: row.currency,
    bidUnit: row.terms.bidUnit,
    phase,
    highBid: closed.price ?? 0,
    paddle: closed.leader ?? 0,
    boundUntil,
    lapsesAt,
    counter: runs ? negotiation.counter : null,
    offer: runs && !isFreedLate ? negotiation.offer : null,
    soldAt: end?.price ?? null,
  }
}

function phaseOf(end: LedgerLine | null, boundUntil: number, lapsesAt: number, now: number): Negotiation['phase'] {
  if (end !== null) return end.type === 'lapsed' ? 'over' : 'sold'
  if (now >= lapsesAt) return 'over'
  return now >= boundUntil ? 'free' : 'bound'
}

export function presentNegotiation(row: NegotiationLotRow, steps: StepRow[], keys: Keys): Negotiation {
  return {
    ...presentNegotiationRow(row, keys),
    steps: steps.map((step) => presentStep(step, row.lot_id, keys)),
    serverTime: row.now,
  }
}

/** For the high bidder alone: no other part of a negotiation decrypts their maximum. */
export function presentMyNegotiation(row: NegotiationLotRow, steps: StepRow[], keys: Keys): MyNegotiation {
  const negotiation = presentNegotiation(row, steps, keys)
  const { leaderMaximum } = openSealed(keys, row.lot_id, row.sealed)
  const { phase, highBid, counter, offer } = negotiation
  const canShow =
    phase === 'bound' && offer === null && leaderMaximum !== null && leaderMaximum > highBid
      ? counter === null || leaderMaximum < counter
      : false
  return { ...negotiation, maximumToShow: canShow ? leaderMaximum : null }
}

const STAFF_ALONE = new Set<NegotiationStep['what']>(['approved', 'countered'])

/** A step with its sealed contents: only for the two sides. */
export function presentStep(
  { sequence, text, sealed, bid_id: bidId, by_seller: isBySeller }: StepRow,
  lotId: string,
  keys: Keys,
): NegotiationStep {
  const line = lineOf(text)
  const what = line.type as NegotiationStep['what']
  const secret = sealed === null ? {} : openEvent(keys, lotId, sealed)
  const { amount, offerId } = secret
  const saltId = what === 'countered' ? offerId : what === 'offered' ? bidId : null
  return {
    sequence,
    at: line.at,
    what,
    by: isBySeller ? 'seller' : byOf(line, what),
    amount: typeof amount === 'number' ? amount : (line.price ?? null),
    salt: typeof saltId === 'string' ? sealSalt(keys, saltId) : null,
  }
}

function byOf(line: LedgerLine, what: NegotiationStep['what']): NegotiationStep['by'] {
  if (line.by !== undefined) return line.by
  if (what === 'offered') return 'bidder'
  return STAFF_ALONE.has(what) || line.cause === 'company' ? 'company' : null
}
