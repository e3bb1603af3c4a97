import { setTimeout as wait } from 'node:timers/promises'

export type Memory = { rss: number; heapUsed: number }

const COLLECTIONS = 5
const BETWEEN_MS = 250

/**
 * What this process holds, in bytes, once garbage is collected, some times with time between for what is given back late; needs
 * `--expose-gc`. Ordinary full collections: the heap is not shrunk as if memory had run out, so room that the last rush needed counts.
 * Nor may it be shrunk at any earlier look, or that room would be missing in the first figure alone.
 */
export async function memory(): Promise<Memory> {
  for (let time = 0; time < COLLECTIONS; time += 1) {
    globalThis.gc?.()
    await wait(BETWEEN_MS)
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heapUsed }
}
