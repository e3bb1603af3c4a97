import type { LotEvent, LotState } from './lot.ts'
import type { Terms } from './terms.ts'

/** Why a lot accepts no bids at this instant. */
export type PhaseCode = 'lot-not-open' | 'lot-closed' | 'lot-withdrawn' | 'lot-paused'

/**
 * Why the lot is not open at `now` (ms), or null if it is. The clock decides, not the job that opens and closes: a timed lot
 * is open from opensAt and closed at closesAt, however late the job runs. Source: the rulebook, "Soft close".
 */
export function notOpen(terms: Terms, state: LotState, now: number): PhaseCode | null {
  switch (state.status) {
    case 'scheduled':
      if (!isDueToOpen(terms, state, now)) return 'lot-not-open'
      return hasEnded(state, now) ? 'lot-closed' : null
    case 'open':
      if (isPaused(state)) return 'lot-paused'
      return hasEnded(state, now) ? 'lot-closed' : null
    case 'sold':
    case 'reserve-not-met':
    case 'passed':
      return 'lot-closed'
    case 'withdrawn':
      return 'lot-withdrawn'
    default:
      return state.status satisfies never
  }
}

/** The same for commands allowed before a live lot comes up: setting, raising and lowering a maximum, and voiding a bid. */
export function notOpenToMaximums(terms: Terms, state: LotState, now: number): PhaseCode | null {
  if (state.status === 'scheduled' && terms.auctionKind === 'live') return null
  return notOpen(terms, state, now)
}

/** An open lot without an end: its clock is stopped. */
export function isPaused(state: LotState): boolean {
  return state.status === 'open' && state.closesAt === null
}

/** True at and after the lot's current end. */
export function hasEnded(state: LotState, now: number): boolean {
  return state.closesAt !== null && now >= state.closesAt
}

/** The `opened` event of a scheduled timed lot whose time has come, or null. A live lot comes up by command only. */
export function openedByClock(terms: Terms, state: LotState, now: number): LotEvent | null {
  if (state.status !== 'scheduled' || state.closesAt === null || !isDueToOpen(terms, state, now)) return null
  return { type: 'opened', at: now, closesAt: state.closesAt }
}

/** A live lot has no end before it comes up, so it is never due. */
function isDueToOpen(terms: Terms, state: LotState, now: number): boolean {
  return terms.opensAt !== null && state.closesAt !== null && now >= terms.opensAt
}
