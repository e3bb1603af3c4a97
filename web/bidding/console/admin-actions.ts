import { approveSale, extendLot, type Standing, voidBids, withdrawLot } from '#contract/bidding/bidding.ts'
import { voidSale } from '#contract/bidding/negotiations.ts'
import { pauseLot, resumeLot } from '#contract/bidding/auction-console.ts'
import { call } from '#web/platform/request.ts'
import { isPaused } from '../bid/bid-box-state.ts'
import { t } from '#web/platform/language/text.ts'

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
  pause: t`Pause`,
  resume: t`Resume`,
  void: t`Void bids`,
  extend: t`Extend`,
  withdraw: t`Withdraw`,
  approve: t`Approve sale`,
  'void-sale': t`Undo sale`,
}

/** On the button that carries the action out. */
export const NOW_NAMES: Record<Action, string> = {
  pause: t`Pause now`,
  resume: t`Resume now`,
  void: t`Void bids now`,
  extend: t`Extend now`,
  withdraw: t`Withdraw now`,
  approve: t`Approve sale now`,
  'void-sale': t`Undo sale now`,
}

export const DONE_WORDS: Record<Action, (lotNumber: number) => string> = {
  pause: (lotNumber) => t`Lot ${lotNumber}: pause done`,
  resume: (lotNumber) => t`Lot ${lotNumber}: resume done`,
  void: (lotNumber) => t`Lot ${lotNumber}: void bids done`,
  extend: (lotNumber) => t`Lot ${lotNumber}: extend done`,
  withdraw: (lotNumber) => t`Lot ${lotNumber}: withdraw done`,
  approve: (lotNumber) => t`Lot ${lotNumber}: approve sale done`,
  'void-sale': (lotNumber) => t`Lot ${lotNumber}: undo sale done`,
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
