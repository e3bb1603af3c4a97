import type { House } from '#server/platform/house.ts'
import { staffListChanged } from '#server/platform/staff-list.ts'
import type { HouseAct, Outcome } from '../command.ts'
import type { Lanes } from '../lane/lanes.ts'
import { lotsToPause, lotsToResume, noteDone, noteSettled, openHalts, ROUND, type OpenHalt } from './store.ts'

/** So many lots at most share the transactions of one step: a bid waits for a few of them, never for a whole sale. */
const TOGETHER = 32

/**
 * Does what halts still ask for: pauses lots that opened meanwhile, and lets go on what a lifted one holds. `isInHand`: somebody who
 * presses just now does it himself, and is told of how many lots.
 */
export async function keepHalts(
  house: House,
  lanes: Lanes,
  isInHand: (auctionId: string | null) => boolean,
): Promise<void> {
  for (const halt of await openHalts(house.db)) {
    if (!isInHand(halt.auction_id)) await oneRound(house, lanes, halt)
  }
}

/** One round of at most `ROUND` lots. `changed`: lots that were moved by it; `more`: there may be others. */
export async function oneRound(
  house: House,
  lanes: Lanes,
  halt: OpenHalt,
): Promise<{ changed: number; more: boolean }> {
  const { lifted_by: liftedBy } = halt
  const round = await (liftedBy === null ? pauseRound(house, lanes, halt) : resumeRound(house, lanes, halt, liftedBy))
  if (round.changed > 0) staffListChanged(house, 'halts')
  return round
}

async function pauseRound(house: House, lanes: Lanes, halt: OpenHalt): Promise<{ changed: number; more: boolean }> {
  const { id, started_by: actorId, reason: cause } = halt
  const lotIds = await lotsToPause(house.db, halt)
  const outcomes = await inSteps(
    house,
    lanes,
    lotIds.map((lotId) => ({
      by: 'house',
      lotId,
      command: { type: 'pause', cause },
      actorId,
      halt: { id, sequence: null },
    })),
  )
  return { changed: outcomes.filter((outcome) => outcome?.ok).length, more: lotIds.length === ROUND }
}

/** A lot that somebody paused anew, or that ended, is refused under its lock and is none of the halt's any more. */
async function resumeRound(
  house: House,
  lanes: Lanes,
  { id, lift_reason: reason }: OpenHalt,
  actorId: string,
): Promise<{ changed: number; more: boolean }> {
  const lots = await lotsToResume(house.db, id)
  const cause = reason ?? ''
  const outcomes = await inSteps(
    house,
    lanes,
    lots.map(({ lotId, sequence }) => ({
      by: 'house',
      lotId,
      command: { type: 'resume', cause },
      actorId,
      halt: { id, sequence },
    })),
  )
  const done = lots.filter((_, at) => outcomes[at] !== null).map(({ lotId }) => lotId)
  if (done.length > 0) await noteDone(house.db, id, done)
  if (done.length === lots.length) await noteSettled(house.db, id)
  return { changed: outcomes.filter((outcome) => outcome?.ok).length, more: lots.length === ROUND }
}

/** In the order of the acts; null where nobody knows what became of one: it is tried again. */
async function inSteps(house: House, lanes: Lanes, acts: HouseAct[]): Promise<(Outcome | null)[]> {
  const outcomes: (Outcome | null)[] = []
  for (let from = 0; from < acts.length; from += TOGETHER) {
    const settled = await Promise.allSettled(acts.slice(from, from + TOGETHER).map((act) => lanes.submit(act)))
    for (const result of settled) {
      if (result.status === 'rejected')
        house.log.warn({ err: result.reason as Error }, 'a halted lot could not be handled yet')
      outcomes.push(result.status === 'fulfilled' ? result.value : null)
    }
  }
  return outcomes
}
