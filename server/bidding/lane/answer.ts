import type { BidAnswer } from '#contract/bidding/bidding.ts'
import { nextBid, type Ineligible, type LotEvent, type Rejection } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import type { BidderAction, Outcome } from '../command.ts'
import type { LotBook } from './lot-book.ts'
import { reserveStatus } from '../present.ts'

/** The answer to an accepted command: the standing right after it and the reason. It never carries a maximum. */
export function answerOf(book: LotBook, action: BidderAction, events: LotEvent[], now: number): BidAnswer {
  const { state, terms } = book
  const placed = events.find((event) => event.type === 'bid-placed')
  return {
    bidId: action.bidId,
    lotId: action.lotId,
    at: now,
    sequence: state.sequence,
    leading: state.leader?.id === action.bidder.id,
    bought: events.some((event) => event.type === 'bought-now'),
    price: state.price,
    nextBid: nextBid(terms, state),
    closesAt: state.closesAt,
    extended: events.some((event) => event.type === 'extended'),
    reserve: reserveStatus(terms, state),
    reason: placed?.reason ?? null,
  }
}

/** A refusal in plain words, for clients that show the server's message as it is. Amounts are in minor units in `details`. */
export function wordsOf(rejection: Rejection): string {
  switch (rejection.code) {
    case 'lot-not-found':
      return 'We couldn’t find this lot.'
    case 'not-eligible':
      return INELIGIBLE[rejection.why]
    case 'lot-not-open':
      return 'This lot isn’t open for bids yet.'
    case 'lot-closed':
      return 'This lot is closed. Your bid arrived too late.'
    case 'lot-withdrawn':
      return 'This lot was withdrawn from the auction.'
    case 'lot-paused':
      return 'The auctioneer paused this lot. It resumes with the time it had left.'
    case 'bid-id-reused':
      return 'This bid id was used for another bid. Use a new id for a new bid.'
    case 'not-a-bid-unit':
      return 'The amount isn’t a whole multiple of the bid unit.'
    case 'below-next-bid':
      return 'The amount is below the next bid.'
    case 'maximum-not-raised':
      return 'You’re already the high bidder with this maximum or a higher one.'
    case 'over-bidding-limit':
      return OVER_LIMIT[rejection.why ?? 'amount']
    case 'buy-now-gone':
      return 'Buy now is no longer available for this lot.'
    case 'rate-limited':
      return 'Too many bids in a short time. Wait a moment and try again.'
    case 'busy':
      return 'We couldn’t take your bid. Nothing was recorded. Try again.'
    case 'bid-expired':
      return 'Your bid took too long to reach us. Nothing was recorded. Check the price and bid again.'
    case 'maximum-committed':
      return 'You can’t lower your maximum below the amount it already covers.'
    case 'no-live-maximum':
      return 'You don’t have a leading maximum on this lot.'
    case 'not-your-negotiation':
      return 'Only the high bidder can negotiate about this lot.'
    case 'bidder-free':
      return 'The bid is no longer binding. Offers can still be made and accepted.'
    case 'still-bound':
      return 'Your bid is still binding. You can accept or decline a counteroffer, or reveal your maximum. You can offer another amount later.'
    case 'below-high-bid':
      return 'The amount can’t be below the bid.'
    case 'above-reserve':
      return 'A counteroffer can’t be above the reserve: at the reserve, the lot would have sold.'
    case 'same-offer':
      return 'That offer is already on the table.'
    case 'offer-crosses':
      return 'The other side already offers that or better. Accept it.'
    case 'offer-gone':
      return 'That offer is no longer on the table. Check the current offer.'
    case 'nothing-to-show':
      return 'Your maximum isn’t above your bid.'
    case 'high-bidder-not-active':
      return 'The high bidder’s account is suspended or closed, so the lot can’t be sold to them. End the negotiation instead.'
    case 'not-due':
    case 'nothing-to-void':
    case 'not-undecided':
    case 'not-sold':
    case 'not-paused':
    case 'not-live':
    case 'standing-moved':
    case 'nothing-to-hammer':
    case 'has-buyer':
      return TO_STAFF[rejection.code]
    default:
      return rejection satisfies never
  }
}

const OVER_LIMIT = {
  amount: 'This bid would take you over your bidding limit.',
  'other-currency':
    'Your bidding limit is in another currency and doesn’t cover this auction. Ask us for a limit for this auction.',
}

/** Refusals of what only staff can do. */
const TO_STAFF = {
  'not-due': 'The new end must be in the future and after the current end.',
  'nothing-to-void': 'These entries aren’t bids that can be voided.',
  'not-undecided': 'This lot isn’t waiting for a decision about its reserve.',
  'not-sold': 'This lot isn’t sold.',
  'not-paused': 'This lot isn’t paused.',
  'not-live': 'Only lots of a live auction have an auctioneer.',
  'standing-moved': 'The lot has moved since you saw it. Check the price and try again.',
  'nothing-to-hammer':
    'No bid can win this lot: none meets the reserve, or its bidder’s account isn’t active. Pass the lot instead.',
  'has-buyer': 'A bid can win this lot, so it can’t be passed. Sell it instead.',
}

const INELIGIBLE: Record<Ineligible, string> = {
  staff: 'Staff accounts can’t bid.',
  'email-unconfirmed':
    'Confirm your email before you bid. Open the link we sent you, or ask for a new one on your profile.',
  'address-missing': 'Add your postal address to your profile before you bid. Your invoices need it.',
  'not-complete': 'Your account can’t bid yet. Pay the membership fee and verify your identity first.',
  suspended: 'Your account can’t bid right now. Contact our team.',
  'own-lot': 'You can’t bid on your own lot.',
}

/** The numbers of a refusal, without its code. */
export function detailsOf(rejection: Rejection): Record<string, unknown> {
  const { code: _, ...details } = rejection
  return details
}

const SEALED = 'sealed:'

/** An accepted command's answer as stored: without field names and without what the row holds anyway. */
type KeptAnswer = [
  at: number,
  sequence: number,
  leading: boolean,
  bought: boolean,
  price: BidAnswer['price'],
  nextBid: number,
  closesAt: BidAnswer['closesAt'],
  extended: boolean,
  reserve: BidAnswer['reserve'],
  reason: BidAnswer['reason'],
]

/** An outcome as stored. A limit refusal reveals a bidder's commitments, and with them their maximums, so it is encrypted. */
export function storedOutcome(keys: Keys, outcome: Outcome): string {
  if (outcome.ok) return JSON.stringify(outcome.answer === null ? null : kept(outcome.answer))
  const text = JSON.stringify(outcome.rejection)
  if (outcome.rejection.code !== 'over-bidding-limit') return text
  return SEALED + keys.seal(Buffer.from(text), 'attempt').toString('base64')
}

/** The exact outcome again, from a row of the attempts. */
export function openOutcome(keys: Keys, row: { bid_id: string; lot_id: string; answer: string }): Outcome {
  const text = row.answer.startsWith(SEALED)
    ? keys.open(Buffer.from(row.answer.slice(SEALED.length), 'base64'), 'attempt').toString()
    : row.answer
  const stored = JSON.parse(text) as KeptAnswer | Rejection | null
  if (stored !== null && !Array.isArray(stored)) return { ok: false, rejection: stored }
  return { ok: true, answer: stored === null ? null : answerFrom(row, stored) }
}

function kept(answer: BidAnswer): KeptAnswer {
  const { at, sequence, leading, bought, price, nextBid: next, closesAt, extended, reserve, reason } = answer
  return [at, sequence, leading, bought, price, next, closesAt, extended, reserve, reason]
}

function answerFrom(row: { bid_id: string; lot_id: string }, answer: KeptAnswer): BidAnswer {
  const [at, sequence, leading, bought, price, next, closesAt, extended, reserve, reason] = answer
  return {
    bidId: row.bid_id,
    lotId: row.lot_id,
    at,
    sequence,
    leading,
    bought,
    price,
    nextBid: next,
    closesAt,
    extended,
    reserve,
    reason,
  }
}
