import { decideEarlyClose, decideFairWarning } from './auctioneer.ts'
import { decideBid } from './bid.ts'
import { decideBuyNow } from './buy-now.ts'
import { decideClose, decideVoidSale } from './close.ts'
import type { Command, Decision } from './command.ts'
import type { LotState } from './lot.ts'
import { decideRestartClock } from './outage.ts'
import { decideBidderNegotiation } from './negotiation-bidder.ts'
import { decideStaffNegotiation } from './negotiation-staff.ts'
import { decideLowerMaximum } from './lower-maximum.ts'
import { decideExtend, decideOpen, decideWithdrawLot } from './open.ts'
import { decidePause, decideResume } from './pause.ts'
import type { Terms } from './terms.ts'
import { decideVoidBids } from './void-bids.ts'

/**
 * Decides a command: the events it causes, in order, or one refusal. Pure: the same arguments always give the same answer.
 * `now` is the database's clock in ms, read after the lot was locked. Source: the rulebook.
 */
export function decide(terms: Terms, state: LotState, command: Command, now: number): Decision {
  switch (command.type) {
    case 'firm-bid':
    case 'maximum':
      return decideBid(terms, state, command, now)
    case 'lower-maximum':
      return decideLowerMaximum(terms, state, command, now)
    case 'buy-now':
      return decideBuyNow(terms, state, command, now)
    case 'open':
      return decideOpen(terms, state, now)
    case 'close':
      return decideClose(terms, state, command, now)
    case 'restart-clock':
      return decideRestartClock(terms, state, command.noServerMs, now)
    case 'fair-warning':
      return decideFairWarning(terms, state, now)
    case 'hammer':
    case 'pass':
      return decideEarlyClose(terms, state, command, now)
    case 'withdraw-lot':
      return decideWithdrawLot(state, command, now)
    case 'extend':
      return decideExtend(terms, state, command.closesAt, now)
    case 'pause':
      return decidePause(terms, state, command.cause, now)
    case 'resume':
      return decideResume(state, command.history, now)
    case 'void-bids':
      return decideVoidBids(terms, state, command, now)
    case 'approve':
    case 'lapse':
    case 'counter':
    case 'retract-counter':
    case 'accept-offer':
    case 'decline-offer':
    case 'end-negotiation':
      return decideStaffNegotiation(terms, state, command, now)
    case 'show-maximum':
    case 'offer':
    case 'accept-counter':
    case 'decline-counter':
    case 'retract-offer':
      return decideBidderNegotiation(terms, state, command, now)
    case 'void-sale':
      return decideVoidSale(state, now)
    default:
      return command satisfies never
  }
}
