import type { LotEvent, LotState, Talk } from './lot.ts'

/**
 * The talk that goes on at `now` (ms), or null. The clock decides, not the job: from `lapsesAt` on nobody can accept any more, however
 * late the lapse is written. Source: the rulebook, "How a lot ends".
 */
export function talkAt(state: LotState, now: number): Talk | null {
  return state.talk !== null && now < state.talk.lapsesAt ? state.talk : null
}

/** The freeing of a bidder whose time of being bound is over and who is not freed yet; else nothing. */
export function freedByClock(talk: Talk, now: number): LotEvent[] {
  return talk.isFree || now < talk.boundUntil ? [] : [{ type: 'freed', at: now }]
}
