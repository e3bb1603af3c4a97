import type { Command, Decision } from './command.ts'
import type { LotState } from './lot.ts'
import { goneBefore, liveBids, nextInLine, passedOverEvents } from './next-in-line.ts'
import { notOpenToMaximums } from './phase.ts'
import { refuseWith } from './refusal.ts'
import type { Terms } from './terms.ts'

/**
 * Voids bids by the sequences of their events and recomputes the standing from all others, as if the voided ones had never been made; anyone who
 * gains the lead by it is checked, and passed over if they may not hold it. Only while the lot takes bids or is paused: a closed lot
 * keeps its result. `nothing-to-void` unless every sequence is a bid or a raise of this lot that still counts. Earlier voids in the
 * history stay void, and passed-over bids stay passed over. `now` in ms.
 */
export function decideVoidBids(
  terms: Terms,
  state: LotState,
  command: Extract<Command, { type: 'void-bids' }>,
  now: number,
): Decision {
  const closed = notOpenToMaximums(terms, state, now)
  if (closed !== null && closed !== 'lot-paused') return refuseWith(closed)
  const { cause, history } = command
  const voided = [...new Set(command.voided)].toSorted((a, b) => a - b)
  const gone = goneBefore(history)
  const live = new Set(liveBids(history, gone).map(({ sequence }) => sequence))
  if (voided.length === 0 || !voided.every((sequence) => live.has(sequence))) return refuseWith('nothing-to-void')

  for (const sequence of voided) gone.add(sequence)
  const { standing, passed } = nextInLine(terms, command, gone, state.leader)
  return {
    ok: true,
    events: [{ type: 'voided', at: now, voided, cause, ...standing }, ...passedOverEvents(passed, standing, now)],
  }
}
