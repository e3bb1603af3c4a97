import type { App } from '#server/platform/app.ts'
import { staffListChanged } from '#server/platform/staff-list.ts'
import { POWER_CHANGED } from '../buying-power/power-changed.ts'
import type { Action, Outcome } from '../command.ts'
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
const READ_AHEAD_FROM = 64

/** The lanes of this process. Several processes may have lanes for the same lot: the locked row is authoritative. */
export type Lanes = {
  submit(action: Action): Promise<Outcome>
  /** Opens the connections before the first bid arrives. One that can't be opened now is opened when it is needed. */
  open(): Promise<void>
  /** Number of actions waiting in all lanes. */
  depth(): number
  counts: LaneCounts
  stop(): Promise<void>
}

export type LanesOptions = {
  traces?: BatchTraces | null
  /** As in {@link LaneOptions}; only the simulation, whose batches are short, sets another value. */
  readAheadFrom?: number
}

/** `publishUpdate` is called with every committed change, after COMMIT. */
export function openLanes(
  app: App,
  databaseUrl: string,
  publishUpdate: (update: LotUpdate) => void,
  { traces = null, readAheadFrom = READ_AHEAD_FROM }: LanesOptions = {},
): Lanes {
  const counts = new LaneCounts(app.log, app.meters)
  const committed = (batch: DecidedBatch, actions: readonly Action[], times: BatchTimes) => {
    counts.committed(actions, batch, times)
    traces?.committed(actions, batch, times)
    const updates = updatesOf(batch)
    for (const update of updates) publishUpdate(update)
    if (batch.halted.length > 0) staffListChanged(app, 'halts')
    for (const accountId of sealedChangesOf(batch)) app.bus.publish(POWER_CHANGED, JSON.stringify({ accountId }))
    if (updates.some((update) => update.standing.status !== 'open')) app.outbox.nudge()
  }
  const connections = Array.from({ length: LANES }, () => new LaneConnection(databaseUrl, app.log))
  const lanes = connections.map(
    (connection) =>
      new Lane({
        connection,
        keys: app.keys,
        log: app.log,
        waitingMax: WAITING_MAX,
        batchMax: BATCH_MAX,
        readAheadFrom,
        committed,
        failed: (again) => counts.failed(again),
      }),
  )
  return {
    submit(action) {
      traces?.came(action)
      return lanes[laneOf(action.lotId)]!.submit(action)
    },
    async open() {
      const opened = await Promise.allSettled(lanes.map((lane) => lane.open()))
      for (const each of opened) {
        if (each.status === 'rejected')
          app.log.warn({ err: each.reason as unknown }, 'could not open a lane; it will be retried')
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

/** All actions on a lot use the same lane of a process, so that its bids share commits. */
function laneOf(lotId: string): number {
  return Number.parseInt(lotId.slice(-2), 16) % LANES
}
