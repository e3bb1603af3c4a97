import type { Decision } from './command.ts'
import type { LotEvent, LotState } from './lot.ts'
import { hasEnded, openedByClock } from './phase.ts'
import { refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/** Without a server for longer than this in its last five minutes, a lot is not hammered down. Source: the rulebook, "How a lot ends". */
const NO_SERVER_MS_MAX = 60_000

/**
 * Ends a lot whose end has come. `noServerMs`: for how long of its last five minutes nobody could bid. After an outage the lot is
 * extended instead, also past a hard end: that bounds what bids may add, while this gives back time that was lost.
 */
export function decideClose(terms: Terms, state: LotState, noServerMs: number, now: number): Decision {
  switch (state.status) {
    case 'withdrawn':
      return refuseWith('lot-withdrawn')
    case 'sold':
    case 'reserve-not-met':
    case 'passed':
      return refuseWith('lot-closed')
    case 'scheduled':
    case 'open':
      break
    default:
      return state.status satisfies never
  }
  const opened = openedByClock(terms, state, now)
  if (state.status === 'scheduled' && opened === null) return refuseWith('lot-not-open')
  if (!hasEnded(state, now)) return refuseWith('not-due')
  const events: LotEvent[] = opened === null ? [] : [opened]
  if (noServerMs > NO_SERVER_MS_MAX) {
    events.push({ type: 'extended', at: now, closesAt: now + terms.outageExtensionMs, cause: 'outage' })
  } else {
    events.push({ type: 'closed', at: now, outcome: outcomeOf(terms, state), price: state.price, leader: state.leader })
  }
  return { ok: true, events }
}

/** Sells at the high bid although the reserve was not met: the operator accepted it in time. */
export function decideApprove(state: LotState, now: number): Decision {
  if (state.status !== 'reserve-not-met' || state.price === null) return refuseWith('not-undecided')
  return { ok: true, events: [{ type: 'approved', at: now, price: state.price }] }
}

/** Nobody accepted in time: the lot passes and the high bidder is free. */
export function decideLapse(state: LotState, now: number): Decision {
  if (state.status !== 'reserve-not-met') return refuseWith('not-undecided')
  return { ok: true, events: [{ type: 'lapsed', at: now }] }
}

function outcomeOf(terms: Terms, state: LotState): 'sold' | 'reserve-not-met' | 'passed' {
  if (state.leader === null) return 'passed'
  return terms.reserve === null || state.reserveMet ? 'sold' : 'reserve-not-met'
}
