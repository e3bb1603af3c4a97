import type { Decision, NumberedEvent } from './command.ts'
import type { LotEvent, LotState } from './lot.ts'
import { isPaused, notOpen, openedByClock } from './phase.ts'
import { refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/** Stops the clock of an open lot; the time left is kept to the millisecond. `now` in ms. */
export function decidePause(terms: Terms, state: LotState, cause: string, now: number): Decision {
  const closed = notOpen(terms, state, now)
  if (closed !== null) return refuseWith(closed)
  const opened = openedByClock(terms, state, now)
  const paused: LotEvent = { type: 'paused', at: now, leftMs: (state.closesAt ?? now) - now, cause }
  return { ok: true, events: opened === null ? [paused] : [opened, paused] }
}

/**
 * Resumes a paused lot with the time it had left, even past a hard end: a hard end limits what bids may add, while this gives back time
 * that was lost. `history`: the lot's own events, at least since its last pause.
 */
export function decideResume(state: LotState, history: readonly NumberedEvent[], now: number): Decision {
  if (!isPaused(state)) return refuseWith('not-paused')
  const paused = history.findLast(({ event }) => event.type === 'paused')?.event
  if (paused?.type !== 'paused') throw new Error('A paused lot must have a pause in its history.')
  return { ok: true, events: [{ type: 'resumed', at: now, closesAt: now + paused.leftMs }] }
}
