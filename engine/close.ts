import type { Command, Decision, NextInLine } from './command.ts'
import { evolve } from './evolve.ts'
import type { LotEvent, LotState } from './lot.ts'
import { goneBefore, nextInLine, passedOverEvents } from './next-in-line.ts'
import { isOutage } from './outage.ts'
import { hasEnded, openedByClock } from './phase.ts'
import { refuseWith } from './refusal.ts'
import type { NegotiationTerms, Terms } from './terms.ts'

/** The default length of a negotiation about the reserve. Source: the same. */
const A_DAY_EACH: NegotiationTerms = { boundMs: 86_400_000, freeMs: 86_400_000 }

/**
 * Closes a lot whose end time has passed. `noServerMs`: how long no server took bids, see `lostMs`. After an outage a timed lot is extended
 * instead, even past a hard end: a hard end limits what bids may add, while this gives back lost time. A live lot is not closed after an
 * outage: its clock restarts once a server takes bids (`decideRestartClock`). With `line`, the leader is checked like anyone who gains the
 * lead, and passed over if they may not hold it.
 */
export function decideClose(
  terms: Terms,
  state: LotState,
  { noServerMs, line }: Extract<Command, { type: 'close' }>,
  now: number,
): Decision {
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
  const isOut = isOutage(terms, noServerMs)
  if (isOut && terms.auctionKind === 'live') return refuseWith('not-due')
  const events: LotEvent[] = opened === null ? [] : [opened]
  if (isOut) {
    events.push({ type: 'extended', at: now, closesAt: now + terms.outageExtensionMs, cause: 'outage' })
  } else {
    const passedOver = line === undefined ? [] : leaderPassedOver(terms, line, now)
    events.push(...passedOver, closedEvent(terms, passedOver.reduce(evolve, state), now))
  }
  return { ok: true, events }
}

/** The leader may no longer hold the lead: the lot is closed with the next in line. */
export function leaderPassedOver(terms: Terms, line: NextInLine, now: number): LotEvent[] {
  const { standing, passed } = nextInLine(terms, line, goneBefore(line.history), null)
  return passedOverEvents(passed, standing, now)
}

/** Undoes a sale after the close. The lot then leaves its auction, and its vehicle can be offered again in another lot. */
export function decideVoidSale(state: LotState, now: number): Decision {
  if (state.status !== 'sold') return refuseWith('not-sold')
  return { ok: true, events: [{ type: 'sale-voided', at: now }] }
}

type ClosedEvent = Extract<LotEvent, { type: 'closed' }>

/** The end of bidding. For a lot below its reserve it includes until when its high bidder is bound, and when the negotiation ends. */
export function closedEvent(terms: Terms, state: LotState, now: number): ClosedEvent {
  const outcome = outcomeOf(terms, state)
  const event: ClosedEvent = { type: 'closed', at: now, outcome, price: state.price, leader: state.leader }
  if (outcome !== 'reserve-not-met') return event
  const { boundMs, freeMs } = terms.negotiations ?? A_DAY_EACH
  return { ...event, negotiation: { boundUntil: now + boundMs, lapsesAt: now + boundMs + freeMs } }
}

/** The result of a lot with this standing: sold at its price if there is a leader and the reserve is met or none was set. */
export function outcomeOf(terms: Terms, state: LotState): 'sold' | 'reserve-not-met' | 'passed' {
  if (state.leader === null) return 'passed'
  return terms.reserve === null || state.reserveMet ? 'sold' : 'reserve-not-met'
}
