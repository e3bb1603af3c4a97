import type { Decision, NumberedEvent } from './command.ts'
import type { LotState } from './lot.ts'
import { isPaused } from './phase.ts'
import { refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/** A stretch of time in which no server could take bids. Instants in ms. */
export type Absence = { from: number; to: number }

type Stretch = { from: number; to: number }

/** The least lost time that counts as an outage. Source: the rulebook, "How a lot ends". */
const LOST_MS_MAX = { timed: 60_000, live: 3000 }
/** For a timed lot, only time lost in its last five minutes counts. Source: the same. */
const LAST_MS = { timed: 5 * 60_000, live: Number.POSITIVE_INFINITY }

/**
 * How much of its own time (ms) the lot lost to `absences` (in any order, not overlapping) up to `to`. Only time in which the lot was open
 * and not paused counts, and time already restored by an outage extension does not count again. For a timed lot only its last five minutes
 * count; for a live lot all of its time does. `history`: the lot's own events, in order.
 */
export function lostMs(
  terms: Terms,
  history: readonly NumberedEvent[],
  absences: readonly Absence[],
  to: number,
): number {
  let wanted = LAST_MS[terms.auctionKind]
  let lost = 0
  for (const stretch of openStretches(terms, history, to).toReversed()) {
    const from = Math.max(stretch.from, stretch.to - wanted)
    for (const absence of absences) {
      lost += Math.max(0, Math.min(absence.to, stretch.to) - Math.max(absence.from, from))
    }
    wanted -= stretch.to - from
  }
  return lost
}

/** True if a lot that lost this much time must not be closed without an extension. */
export function isOutage(terms: Pick<Terms, 'auctionKind'>, noServerMs: number): boolean {
  return noServerMs > LOST_MS_MAX[terms.auctionKind]
}

/**
 * Gives an open live lot its full clock again, counted from `now`: the first moment at which bids are taken after an outage. Never
 * shortens a clock that an operator has set further. Other lots keep their times. `not-due` if the lot lost too little.
 */
export function decideRestartClock(terms: Terms, state: LotState, noServerMs: number, now: number): Decision {
  const runs = terms.auctionKind === 'live' && state.status === 'open' && !isPaused(state)
  if (!runs || !isOutage(terms, noServerMs)) return refuseWith('not-due')
  const closesAt = Math.max(state.closesAt ?? now, now + terms.liveStartMs)
  return { ok: true, events: [{ type: 'extended', at: now, closesAt, cause: 'outage' }] }
}

/** When the lot was open and its clock ran, since it opened or was last extended for an outage. In order. */
function openStretches(terms: Terms, history: readonly NumberedEvent[], to: number): Stretch[] {
  let stretches: Stretch[] = []
  // A timed lot is open from its opening time, even if a server recorded that later; a live one from when it comes up.
  let from = terms.opensAt
  for (const { event } of history) {
    switch (event.type) {
      case 'opened':
        from ??= event.at
        break
      case 'paused':
        if (from !== null) stretches.push({ from, to: event.at })
        from = null
        break
      case 'resumed':
        from = event.at
        break
      case 'extended':
        if (event.cause !== 'outage') break
        stretches = []
        from = event.at
        break
      default:
    }
  }
  if (from !== null && from < to) stretches.push({ from, to })
  return stretches
}
