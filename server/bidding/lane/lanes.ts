import type { House } from '#server/platform/house.ts'
import { POWER_CHANGED } from '../buying-power/power-changed.ts'
import type { Act, Outcome } from '../command.ts'
import type { DecidedBatch } from './decide-batch.ts'
import { Lane } from './lane.ts'
import { LaneConnection } from './lane-connection.ts'
import { LaneCounts, type BatchTimes } from './lane-counts.ts'
import type { LotUpdate } from '../lot-update.ts'
import type { BatchTraces } from './trace-batches.ts'
import { sealedChangesOf, updatesOf } from './updates.ts'

const LANES = 4
const WAITING_MAX = 5000
const BATCH_MAX = 512
const READ_AHEAD_FROM = 16

/** The lanes of this process. Any number of processes may have lanes for the same lot: the locked row is the truth. */
export type Lanes = {
  submit(act: Act): Promise<Outcome>
  /** Opens the connections before the first bid comes. One that cannot be opened now is opened when it is needed. */
  open(): Promise<void>
  /** Acts waiting in all lanes. */
  depth(): number
  counts: LaneCounts
  stop(): Promise<void>
}

export type LanesOptions = {
  traces?: BatchTraces | null
  /** As in {@link LaneOptions}; only the simulation, whose batches are short, has another. */
  readAheadFrom?: number
}

/** `tell` hears of every committed change, after COMMIT. */
export function openLanes(
  house: House,
  databaseUrl: string,
  tell: (update: LotUpdate) => void,
  { traces = null, readAheadFrom = READ_AHEAD_FROM }: LanesOptions = {},
): Lanes {
  const counts = new LaneCounts(house.log)
  const committed = (batch: DecidedBatch, acts: readonly Act[], times: BatchTimes) => {
    counts.committed(acts, batch, times)
    traces?.committed(acts, batch, times)
    const updates = updatesOf(batch)
    for (const update of updates) tell(update)
    for (const accountId of sealedChangesOf(batch)) house.bus.publish(POWER_CHANGED, JSON.stringify({ accountId }))
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
        readAheadFrom,
        committed,
        failed: (again) => counts.failed(again),
      }),
  )
  return {
    submit(act) {
      traces?.came(act)
      return lanes[laneOf(act.lotId)]!.submit(act)
    },
    async open() {
      const opened = await Promise.allSettled(lanes.map((lane) => lane.open()))
      for (const each of opened) {
        if (each.status === 'rejected')
          house.log.warn({ err: each.reason as unknown }, 'a lane could not be opened yet')
      }
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
