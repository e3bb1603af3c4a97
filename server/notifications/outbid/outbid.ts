import type { App } from '#server/platform/app.ts'
import { lotsToRead } from './outbid-store.ts'
import type { Presence } from '../presence.ts'
import { readLosses, notifyWaiting } from './notify-outbid.ts'

export type Outbid = {
  /** Handles everything recorded so far; for tests. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 200
/** The shortest time between two reads of a busy lot, in ms: its losses wait together. */
const LOT_EVERY_MS = 1000
/** Hints may be lost, so the tables are polled too. */
const SWEEP_EVERY_MS = 3000
const LOTS_AT_ONCE = 200

/**
 * Notifies outbid people. Woken by the hints that every process sends after its commits, and by a poll for lots whose ledger has unread
 * lines, so a lost hint costs only seconds. `notified`: called after notices were recorded.
 */
export function startOutbid(app: App, presence: Presence, notified: () => void): Outbid {
  const moved = new Set<string>()
  const readAt = new Map<string, number>()
  let sweptAt = 0
  let running: Promise<void> | null = null

  const unsubscribe = app.bus.subscribe('lot', (payload) => {
    // Reread only lots where someone lost the lead.
    if (!payload.includes('"outbid"')) return
    moved.add((JSON.parse(payload) as { lotId: string }).lotId)
  })

  const sweep = async () => {
    for (const lotId of await lotsToRead(app.db, LOTS_AT_ONCE)) moved.add(lotId)
  }
  const readMoved = async (everyMs: number) => {
    const now = performance.now()
    for (const [lotId, at] of readAt) if (now - at >= everyMs) readAt.delete(lotId)
    const due = [...moved].filter((lotId) => !readAt.has(lotId)).slice(0, LOTS_AT_ONCE)
    for (const lotId of due) {
      moved.delete(lotId)
      readAt.set(lotId, now)
      await readLosses(app, lotId)
    }
  }
  const notifyAll = async () => {
    while ((await notifyWaiting(app, presence)) > 0) notified()
  }
  const round = async () => {
    if (performance.now() - sweptAt >= SWEEP_EVERY_MS) {
      sweptAt = performance.now()
      await sweep()
    }
    await readMoved(LOT_EVERY_MS)
    await notifyAll()
  }
  const run = (work: () => Promise<void>) =>
    (running ??= work()
      .catch((err: unknown) => app.log.error({ err }, 'could not process outbid notices; it will be retried'))
      .finally(() => (running = null)))

  const timer = setInterval(() => void run(round), TICK_MS)
  return {
    async settle() {
      await running
      await run(async () => {
        await sweep()
        await readMoved(0)
        await notifyAll()
      })
    },
    async stop() {
      clearInterval(timer)
      unsubscribe()
      await running
    },
  }
}
