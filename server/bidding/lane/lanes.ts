import type { House } from '#server/platform/house.ts'
import type { Act, Outcome } from '../command.ts'
import type { DecidedBatch } from './decide-batch.ts'
import { Lane } from './lane.ts'
import { LaneConnection } from './lane-connection.ts'
import { LaneCounts, type BatchTimes } from './lane-counts.ts'
import type { LotUpdate } from '../lot-update.ts'
import type { BatchTraces } from './trace-batches.ts'
import { updatesOf } from './updates.ts'

const LANES = 4
const WAITING_MAX = 5000
const BATCH_MAX = 512

/** The lanes of this process. Any number of processes may have lanes for the same lot: the locked row is the truth. */
export type Lanes = {
  submit(act: Act): Promise<Outcome>
  /** Acts waiting in all lanes. */
  depth(): number
  counts: LaneCounts
  stop(): Promise<void>
}

/** `tell` hears of every committed change, after COMMIT; `ended` when lots came to an end (a hint for the outbox). */
export function openLanes(
  house: House,
  databaseUrl: string,
  tell: (update: LotUpdate) => void,
  traces: BatchTraces | null = null,
): Lanes {
  const counts = new LaneCounts(house.log)
  const committed = (batch: DecidedBatch, acts: readonly Act[], times: BatchTimes) => {
    counts.committed(acts, batch, times)
    traces?.committed(acts, batch, times)
    const updates = updatesOf(batch)
    for (const update of updates) tell(update)
    if (updates.some((update) => update.standing.status !== 'open')) house.outbox.nudge()
  }
  const connections = Array.from({ length: LANES }, () => new LaneConnection(databaseUrl, house.log))
  const lanes = connections.map(
    (connection) =>
      new Lane({
        connection,
        keys: house.keys,
        log: house.log,
        waitingMax: WAITING_MAX,
        batchMax: BATCH_MAX,
        committed,
        failed: (again) => counts.failed(again),
      }),
  )
  return {
    submit(act) {
      traces?.came(act)
      return lanes[laneOf(act.lotId)]!.submit(act)
    },
    counts,
    depth: () => lanes.reduce((sum, lane) => sum + lane.depth, 0),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.drain()))
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

/** Every act on a lot goes through the same lane of a process, so that its bids share commits. */
function laneOf(lotId: string): number {
  return Number.parseInt(lotId.slice(-2), 16) % LANES
}
