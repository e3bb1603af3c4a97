import type { Command, Decision } from './command.ts'
import type { LotEvent, LotState } from './lot.ts'
import { hasEnded, notOpen, openedByClock } from './phase.ts'
import { refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/** Opens a lot: a timed one from its opensAt, a live one when it comes up. `not-due` before that, and where it is open already. */
export function decideOpen(terms: Terms, state: LotState, now: number): Decision {
  if (state.status !== 'scheduled') return refuseWith(notOpen(terms, state, now) ?? 'not-due')
  if (terms.auctionKind === 'live') {
    return { ok: true, events: [{ type: 'opened', at: now, closesAt: now + terms.liveStartMs }] }
  }
  const opened = openedByClock(terms, state, now)
  return opened === null ? refuseWith('not-due') : { ok: true, events: [opened] }
}

/** Moves the end of an open lot to `closesAt` (ms). An operator can only add time: an earlier or past end is `not-due`. */
export function decideExtend(terms: Terms, state: LotState, closesAt: number, now: number): Decision {
  const closed = notOpen(terms, state, now)
  if (closed !== null) return refuseWith(closed)
  const gains = Number.isSafeInteger(closesAt) && closesAt > (state.closesAt ?? now)
  if (!gains) return refuseWith('not-due')
  const opened = openedByClock(terms, state, now)
  const extended: LotEvent = { type: 'extended', at: now, closesAt, cause: 'operator' }
  return { ok: true, events: opened === null ? [extended] : [opened, extended] }
}

/**
 * Withdraws a lot from the auction before its end, or because its auction was canceled before that. After its end the lot has a result,
 * which is final.
 */
export function decideWithdrawLot(
  state: LotState,
  { cause, canceledAt }: Extract<Command, { type: 'withdraw-lot' }>,
  now: number,
): Decision {
  const ended = state.status === 'scheduled' || state.status === 'open' ? hasEnded(state, canceledAt ?? now) : true
  if (ended) return refuseWith(state.status === 'withdrawn' ? 'lot-withdrawn' : 'lot-closed')
  return { ok: true, events: [{ type: 'withdrawn', at: now, cause }] }
}
