import { setTimeout as wait } from 'node:timers/promises'

export type Memory = { rss: number; heapUsed: number }

const COLLECTIONS = 5
const BETWEEN_MS = 250

/**
 * The memory this process holds, in bytes, after several garbage collections with pauses for memory that is freed late; needs
 * `--expose-gc`. Ordinary full collections: the heap isn't shrunk as if memory had run out, so space that the last rush needed
 * counts. Nor may it be shrunk at any earlier reading, or that space would be missing from the first figure alone.
 */
export async function memory(): Promise<Memory> {
  for (let time = 0; time < COLLECTIONS; time += 1) {
    globalThis.gc?.()
    await wait(BETWEEN_MS)
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heapUsed }
}
