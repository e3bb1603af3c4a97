import type { BidAnswer } from '#contract/bidding.ts'
import { nextBid, type Ineligible, type LotEvent, type Rejection } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import type { BidderAct, Outcome } from '../command.ts'
import type { LotBook } from './lot-book.ts'
import { reserveStatus } from '../present.ts'

/** The answer to an accepted act: the standing right after it and the reason. It never carries a maximum. */
export function answerOf(book: LotBook, act: BidderAct, events: LotEvent[], now: number): BidAnswer {
  const { state, terms } = book
  const placed = events.find((event) => event.type === 'bid-placed')
  return {
    bidId: act.bidId,
    lotId: act.lotId,
    at: now,
    sequence: state.sequence,
    leading: state.leader?.id === act.bidder.id,
    bought: events.some((event) => event.type === 'bought-now'),
    price: state.price,
    nextBid: nextBid(terms, state),
    closesAt: state.closesAt,
    extended: events.some((event) => event.type === 'extended'),
    reserve: reserveStatus(terms, state),
    reason: placed?.reason ?? null,
  }
}

/** A refusal in plain words, for programs that show the server's message as it is. Amounts are in minor units in `details`. */
export function wordsOf(rejection: Rejection): string {
  switch (rejection.code) {
    case 'lot-not-found':
      return 'There is no such lot.'
    case 'not-eligible':
      return INELIGIBLE[rejection.why]
    case 'lot-not-open':
      return 'This lot is not open for bids yet.'
    case 'lot-closed':
      return 'This lot has closed. The bid came too late.'
    case 'lot-withdrawn':
      return 'This lot was withdrawn from the sale.'
    case 'lot-paused':
      return 'The auctioneer has paused this lot. It goes on with the time it had left.'
    case 'not-paused':
      return 'This lot is not paused.'
    case 'bid-id-reused':
      return 'This bid id was used for another bid. Send a new id for a new bid.'
    case 'not-a-bid-unit':
      return 'The amount is not a whole multiple of the bid unit.'
    case 'below-next-bid':
      return 'The amount is below the next bid.'
    case 'maximum-not-raised':
      return 'You lead with this maximum or a higher one already.'
    case 'over-bidding-limit':
      return 'This bid would take you over your bidding limit.'
    case 'buy-now-gone':
      return 'This lot can no longer be bought at once.'
    case 'rate-limited':
      return 'Too many bids in a short time. Wait a moment and try again.'
    case 'busy':
      return 'The house could not take the bid just now. Nothing was recorded; try again.'
    case 'bid-expired':
      return 'The bid reached us too late after it was sent. Nothing was recorded; look at the price and bid again.'
    case 'maximum-committed':
      return 'A maximum cannot be lowered below what it already stands for.'
    case 'no-live-maximum':
      return 'You have no maximum that leads on this lot.'
    case 'not-due':
      return 'The new end must lie in the future and after the present end.'
    case 'nothing-to-void':
      return 'These entries are not bids that can be voided.'
    case 'not-undecided':
      return 'This lot does not wait for a decision about its reserve.'
    case 'not-your-talk':
      return 'Only the high bidder talks with the house about this lot.'
    case 'bidder-free':
      return 'The time in which the bid was binding is over. Offers can still be made and accepted.'
    case 'still-bound':
      return 'Your bid still binds you. You can accept or decline a counter-offer, or show your maximum; offers of another amount can be made later.'
    case 'below-high-bid':
      return 'The amount must not be below what was bid.'
    case 'above-reserve':
      return 'A counter-offer cannot be above the reserve: at the reserve the lot would have been sold.'
    case 'same-offer':
      return 'That is on the table already.'
    case 'offer-crosses':
      return 'The other side offers that or better already: accept it.'
    case 'offer-gone':
      return 'That offer is no longer on the table. Look at what is offered now.'
    case 'nothing-to-show':
      return 'Your maximum is not above your bid.'
    case 'high-bidder-not-active':
      return 'The high bidder’s account is suspended or closed, so the lot can’t be sold to them. End the negotiation instead.'
    case 'not-sold':
      return 'This lot is not sold.'
    default:
      return rejection satisfies never
  }
}

const INELIGIBLE: Record<Ineligible, string> = {
  staff: 'Staff accounts can’t bid.',
  'email-unconfirmed':
    'Confirm your email before you bid. Open the link we sent you, or ask for a new one on your profile.',
  'address-missing': 'Add your postal address to your profile before you bid. Your invoices need it.',
  'not-complete': 'Your account may not bid yet. Finish membership and verification first.',
  suspended: 'Your account may not bid at present. Contact support.',
  'own-lot': 'You cannot bid on a lot of your own.',
}

/** The numbers of a refusal, without its code. */
export function detailsOf(rejection: Rejection): Record<string, unknown> {
  const { code: _, ...details } = rejection
  return details
}

const SEALED = 'sealed:'

/** An accepted act's answer as it is kept: without the names of its fields and without what the row says anyway. */
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

/** An outcome as it is stored. What a limit refusal says of a bidder's commitments tells his maximums, so it is encrypted. */
export function storedOutcome(keys: Keys, outcome: Outcome): string {
  if (outcome.ok) return JSON.stringify(outcome.answer === null ? null : kept(outcome.answer))
  const text = JSON.stringify(outcome.rejection)
  if (outcome.rejection.code !== 'over-bidding-limit') return text
  return SEALED + keys.seal(Buffer.from(text), 'attempt').toString('base64')
}

/** The outcome again, word for word, from a row of the attempts. */
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
