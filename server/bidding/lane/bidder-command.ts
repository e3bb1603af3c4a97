import type { BidderFacts, Command } from '#engine'
import type { BidderAction } from '../command.ts'

/** The engine's command for a bidder's action. */
export function commandOf(action: BidderAction, facts: BidderFacts): Command {
  const { bidder, entry } = action
  switch (action.kind) {
    case 'firm':
      return { type: 'firm-bid', bidder, amount: action.amount ?? 0, facts, entry }
    case 'maximum':
      return { type: 'maximum', bidder, amount: action.amount ?? 0, facts, entry }
    case 'buy-now':
      return { type: 'buy-now', bidder, facts }
    case 'lower-maximum':
      return { type: 'lower-maximum', bidder, amount: action.amount, facts }
    case 'show-maximum':
      return { type: 'show-maximum', bidder, facts }
    case 'offer':
    case 'accept-counter':
    case 'decline-counter':
    case 'retract-offer':
      return { type: action.kind, bidder, amount: action.amount ?? 0, facts }
    default:
      return action.kind satisfies never
  }
}
