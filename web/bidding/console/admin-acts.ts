import { approveSale, extendLot, type Standing, voidBids, withdrawLot } from '#contract/bidding.ts'
import { voidSale } from '#contract/talks.ts'
import { pauseLot, resumeLot } from '#contract/sale-console.ts'
import { call } from '#web/platform/request.ts'
import { isPaused } from '../bid/bid-box-state.ts'

/** What an auctioneer can do to a lot out of turn. */
export type Act = 'pause' | 'resume' | 'void' | 'extend' | 'withdraw' | 'approve' | 'void-sale'

/** What an act needs beside its reason: ledger sequences to void, the new end in ms since the epoch, or why a sale is undone. */
export type ActInput = {
  act: Act
  lotId: string
  reason: string
  sequences: readonly number[]
  closesAt: number | null
  cause: 'mistake' | 'default'
}

export const ACT_NAMES: Record<Act, string> = {
  pause: 'Pause',
  resume: 'Go on',
  void: 'Void bids',
  extend: 'Extend',
  withdraw: 'Withdraw',
  approve: 'Approve sale',
  'void-sale': 'Undo sale',
}

/** The acts that the state of a lot allows; the house judges again. */
export function actsFor(standing: Standing | undefined): readonly Act[] {
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

/** Sends the act; the answer is the new standing. */
export function carryOut({ act, lotId, reason, sequences, closesAt, cause }: ActInput): Promise<Standing> {
  const params = { lotId }
  switch (act) {
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
      return call(voidSale, { params, body: { reason, cause } })
    case 'extend':
      return call(extendLot, { params, body: { reason, closesAt: closesAt ?? 0 } })
  }
}
