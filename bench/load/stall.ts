import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { drawArrivals, latenciesOf, openLoop } from './open-loop.ts'
import type { Target } from './target.ts'
import { seeded } from '#test/many-lots.ts'

const PER_SECOND = 400
const FOR_MS = 600
const STALL_MS = 200
const STALLS_AT_MS = 200

/**
 * Planted: a server that stalls for a while, on few connections. The generator must count the stall for every request that arrived
 * meanwhile; one that counts only from sending would miss it. Throws if the stall goes unnoticed.
 */
export async function rejectUnfeltStall(open: () => Promise<Target>): Promise<void> {
  const target = await open()
  const startedAt = performance.now()
  const stalling: Target = {
    connections: 2,
    async send(connection) {
      const since = performance.now() - startedAt
      if (since >= STALLS_AT_MS && since < STALLS_AT_MS + STALL_MS) await wait(STALLS_AT_MS + STALL_MS - since)
      return target.send(connection)
    },
    close: () => target.close(),
  }
  const arrivals = drawArrivals([{ perSecond: PER_SECOND, forMs: FOR_MS }], seeded(1))
  const result = await openLoop(stalling, arrivals).finally(() => target.close())
  const felt = quantile(latenciesOf(result), 0.9)
  if (felt < STALL_MS / 4) throw new Error(`void: a server that stands still for ${STALL_MS} ms went unnoticed`)
}
