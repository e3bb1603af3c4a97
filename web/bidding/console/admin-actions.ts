import { approveSale, extendLot, type Standing, voidBids, withdrawLot } from '#contract/bidding/bidding.ts'
import { voidSale } from '#contract/bidding/negotiations.ts'
import { pauseLot, resumeLot } from '#contract/bidding/auction-console.ts'
import { call } from '#web/platform/request.ts'
import { isPaused } from '../bid/bid-box-state.ts'

/** What an auctioneer can do to a lot outside the normal course. */
export type Action = 'pause' | 'resume' | 'void' | 'extend' | 'withdraw' | 'approve' | 'void-sale'

/** What an action needs besides its reason: ledger sequences to void, the new end in ms since the epoch, or why a sale is undone and whether its collected vehicle is back. */
export type ActionInput = {
  action: Action
  lotId: string
  reason: string
  sequences: readonly number[]
  closesAt: number | null
  cause: 'mistake' | 'default'
  isBack: boolean
}

export const ACTION_NAMES: Record<Action, string> = {
  pause: 'Pause',
  resume: 'Resume',
  void: 'Void bids',
  extend: 'Extend',
  withdraw: 'Withdraw',
  approve: 'Approve sale',
  'void-sale': 'Undo sale',
}

/** What can't be undone and costs a bidder or the seller something. */
export const TAKES_AWAY: ReadonlySet<Action> = new Set<Action>(['void', 'withdraw', 'void-sale'])

/** The actions that the lot's state allows; the server validates again. */
export function actionsFor(standing: Standing | undefined): readonly Action[] {
  switch (standing?.status) {
    case 'open':
      if (isPaused(standing)) return standing.bidCount > 0 ? ['resume', 'void', 'withdraw'] : ['resume', 'withdraw']
      return standing.bidCount > 0 ? ['pause', 'extend', 'void', 'withdraw'] : ['pause', 'extend', 'withdraw']
    case 'scheduled':
      return standing.bidCount > 0 ? ['void', 'withdraw'] : ['withdraw']
    case 'reserve-not-met':
      return ['approve']
    case 'sold':
      return ['void-sale']
    default:
      return []
  }
}

/** Sends the action; the answer is the new standing. */
export function carryOut({
  action,
  lotId,
  reason,
  sequences,
  closesAt,
  cause,
  isBack,
}: ActionInput): Promise<Standing> {
  const params = { lotId }
  switch (action) {
    case 'pause':
      return call(pauseLot, { params, body: { reason } })
    case 'resume':
      return call(resumeLot, { params, body: { reason } })
    case 'void':
      return call(voidBids, { params, body: { reason, sequences: [...sequences] } })
    case 'withdraw':
      return call(withdrawLot, { params, body: { reason } })
    case 'approve':
      return call(approveSale, { params, body: { reason } })
    case 'void-sale':
      return call(voidSale, { params, body: { reason, cause, isBack } })
    case 'extend':
      return call(extendLot, { params, body: { reason, closesAt: closesAt ?? 0 } })
  }
}
