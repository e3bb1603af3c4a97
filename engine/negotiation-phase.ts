import type { LotEvent, LotState, Negotiation } from './lot.ts'

/**
 * The negotiation open at `now` (ms), or null. The clock decides, not the job: from `lapsesAt` on no one can accept, however late the lapse
 * is recorded. Source: the rulebook, "How a lot ends".
 */
export function negotiationAt(state: LotState, now: number): Negotiation | null {
  return state.negotiation !== null && now < state.negotiation.lapsesAt ? state.negotiation : null
}

/** The event that frees a bidder whose binding time is over and who isn't freed yet; otherwise none. */
export function freedByClock(negotiation: Negotiation, now: number): LotEvent[] {
  return negotiation.isFree || now < negotiation.boundUntil ? [] : [{ type: 'freed', at: now }]
}
