import { approveSale, extendLot, type Standing, voidBids, withdrawLot } from '#contract/bidding.ts'
import { voidSale } from '#contract/talks.ts'
import { call } from '#web/platform/request.ts'

/** What an auctioneer can do to a lot out of turn. */
export type Act = 'void' | 'extend' | 'withdraw' | 'approve' | 'void-sale'

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
      return standing.bidCount > 0 ? ['extend', 'void', 'withdraw'] : ['extend', 'withdraw']
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
