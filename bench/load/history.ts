import type pg from 'pg'
import { brokenInvariants, type Seen } from '#test/invariants.ts'

/** What the clients of one load know at its end. */
export type History = {
  /** Bids sent for the first time. */
  bids: Seen[]
  /** Answers to resent bid ids. */
  repeats: { bidId: string; first: string; again: string }[]
  /** Answers that are neither acceptance nor refusal: how often each status came. */
  errors: Map<number, number>
  /** Accepted bids that were missing from the database when the answer arrived. */
  answeredEarly: string[]
}

export function emptyHistory(): History {
  return { bids: [], repeats: [], errors: new Map(), answeredEarly: [] }
}

/** Lots that are checked together; the checker looks through all their rows for each of them. */
const LOTS_AT_ONCE = 50

/** Everything wrong with a history, on its own and compared with the lots in the database; an empty list is good. */
export async function faultsOf(pool: pg.Pool, lotIds: readonly string[], history: History): Promise<string[]> {
  const faults = [
    ...[...history.errors].map(([status, count]) => `${count} requests were answered ${status}`),
    ...history.repeats
      .filter(({ first, again }) => first !== again)
      .map(({ bidId }) => `bid id ${bidId} was answered twice, differently`),
    ...history.answeredEarly.map((bidId) => `bid ${bidId} was acknowledged before it was committed`),
  ]
  const byLot = Map.groupBy(history.bids, ({ lotId }) => lotId)
  for (let from = 0; from < lotIds.length; from += LOTS_AT_ONCE) {
    const some = lotIds.slice(from, from + LOTS_AT_ONCE)
    faults.push(
      ...(await brokenInvariants(
        pool,
        some,
        some.flatMap((lotId) => byLot.get(lotId) ?? []),
      )),
    )
  }
  return faults
}

/** Throws if an invariant is broken: the figures of such a run are void. */
export async function mustHold(pool: pg.Pool, lotIds: readonly string[], history: History): Promise<void> {
  const faults = await faultsOf(pool, lotIds, history)
  if (faults.length > 0) throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 5).join('; ')}`)
}
