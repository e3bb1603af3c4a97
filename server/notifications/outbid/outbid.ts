import type { House } from '#server/platform/house.ts'
import { lotsToRead } from './outbid-store.ts'
import type { Presence } from '../presence.ts'
import { readLosses, tellWaiting } from './tell-outbid.ts'

export type Outbid = {
  /** Everything known now; for tests. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 200
/** A hot lot is read once in a while, however many bids come: its losses wait together. */
const LOT_EVERY_MS = 1000
/** Hints may be lost: the tables are asked, too. */
const SWEEP_EVERY_MS = 3000
const LOTS_AT_ONCE = 200

/**
 * Tells who was outbid. Woken by what every process announces of its commits, and by a sweep over lots that are further than their
 * ledger was read: a lost hint costs seconds. `told`: called after notices were recorded.
 */
export function startOutbid(house: House, presence: Presence, told: () => void): Outbid {
  const moved = new Set<string>()
  const readAt = new Map<string, number>()
  let sweptAt = 0
  let running: Promise<void> | null = null

  const unsubscribe = house.bus.subscribe('lot', (payload) => {
    // Only an announcement in which somebody lost the lead is worth a reading.
    if (!payload.includes('"outbid"')) return
    moved.add((JSON.parse(payload) as { lotId: string }).lotId)
  })

  const sweep = async () => {
    for (const lotId of await lotsToRead(house.db, LOTS_AT_ONCE)) moved.add(lotId)
  }
  const readMoved = async (everyMs: number) => {
    const now = performance.now()
    for (const [lotId, at] of readAt) if (now - at >= everyMs) readAt.delete(lotId)
    const due = [...moved].filter((lotId) => !readAt.has(lotId)).slice(0, LOTS_AT_ONCE)
    for (const lotId of due) {
      moved.delete(lotId)
      readAt.set(lotId, now)
      await readLosses(house, lotId)
    }
  }
  const tellAll = async () => {
    while ((await tellWaiting(house, presence)) > 0) told()
  }
  const round = async () => {
    if (performance.now() - sweptAt >= SWEEP_EVERY_MS) {
      sweptAt = performance.now()
      await sweep()
    }
    await readMoved(LOT_EVERY_MS)
    await tellAll()
  }
  const run = (work: () => Promise<void>) =>
    (running ??= work()
      .catch((err: unknown) => house.log.error({ err }, 'telling who was outbid failed and will be tried again'))
      .finally(() => (running = null)))

  const timer = setInterval(() => void run(round), TICK_MS)
  return {
    async settle() {
      await running
      await run(async () => {
        await sweep()
        await readMoved(0)
        await tellAll()
      })
    },
    async stop() {
      clearInterval(timer)
      unsubscribe()
      await running
    },
  }
}
