import type { App } from '#server/platform/app.ts'
import { staffListChanged } from '#server/platform/staff-list.ts'
import type { StaffAction, Outcome } from '../command.ts'
import type { Lanes } from '../lane/lanes.ts'
import { lotsToPause, lotsToResume, noteDone, noteSettled, openHalts, ROUND, type OpenHalt } from './store.ts'

/** At most this many lots share the transactions of one step: a bid waits for a few of them, never for a whole auction. */
const TOGETHER = 32

/**
 * Does the remaining work of halts: pauses open lots that a halt hasn't reached, and resumes what a lifted halt holds. `isRunning`: a request is working
 * on that halt itself and reports the number of lots.
 */
export async function keepHalts(
  app: App,
  lanes: Lanes,
  isRunning: (auctionId: string | null) => boolean,
): Promise<void> {
  for (const halt of await openHalts(app.db)) {
    if (!isRunning(halt.auction_id)) await oneRound(app, lanes, halt)
  }
}

/** One round of at most `ROUND` lots. `changed`: lots it paused or resumed; `more`: there may be others. */
export async function oneRound(app: App, lanes: Lanes, halt: OpenHalt): Promise<{ changed: number; more: boolean }> {
  const { lifted_by: liftedBy } = halt
  const round = await (liftedBy === null ? pauseRound(app, lanes, halt) : resumeRound(app, lanes, halt, liftedBy))
  if (round.changed > 0) staffListChanged(app, 'halts')
  return round
}

async function pauseRound(app: App, lanes: Lanes, halt: OpenHalt): Promise<{ changed: number; more: boolean }> {
  const { id, started_by: actorId, reason: cause } = halt
  const lotIds = await lotsToPause(app.db, halt)
  const outcomes = await inSteps(
    app,
    lanes,
    lotIds.map((lotId) => ({
      by: 'company',
      lotId,
      command: { type: 'pause', cause },
      actorId,
      halt: { id, sequence: null },
    })),
  )
  return { changed: outcomes.filter((outcome) => outcome?.ok).length, more: lotIds.length === ROUND }
}

/** A lot that was paused again by someone else, or that ended, is refused under its lock and no longer belongs to the halt. */
async function resumeRound(
  app: App,
  lanes: Lanes,
  { id, lift_reason: reason }: OpenHalt,
  actorId: string,
): Promise<{ changed: number; more: boolean }> {
  const lots = await lotsToResume(app.db, id)
  const cause = reason ?? ''
  const outcomes = await inSteps(
    app,
    lanes,
    lots.map(({ lotId, sequence }) => ({
      by: 'company',
      lotId,
      command: { type: 'resume', cause },
      actorId,
      halt: { id, sequence },
    })),
  )
  const done = lots.filter((_, at) => outcomes[at] !== null).map(({ lotId }) => lotId)
  if (done.length > 0) await noteDone(app.db, id, done)
  if (done.length === lots.length) await noteSettled(app.db, id)
  return { changed: outcomes.filter((outcome) => outcome?.ok).length, more: lots.length === ROUND }
}

/** In the order of the actions; null where the result is unknown: it is tried again. */
async function inSteps(app: App, lanes: Lanes, actions: StaffAction[]): Promise<(Outcome | null)[]> {
  const outcomes: (Outcome | null)[] = []
  for (let from = 0; from < actions.length; from += TOGETHER) {
    const settled = await Promise.allSettled(actions.slice(from, from + TOGETHER).map((action) => lanes.submit(action)))
    for (const result of settled) {
      if (result.status === 'rejected')
        app.log.warn({ err: result.reason as Error }, 'could not process a halted lot; it will be retried')
      outcomes.push(result.status === 'fulfilled' ? result.value : null)
    }
  }
  return outcomes
}
