import { setTimeout as wait } from 'node:timers/promises'

export type Memory = {
  /** Resident, after ordinary full collections. */
  rss: number
  heapUsed: number
  /** Resident, after the heap was made as small as what it holds. */
  leastRss: number
}

const COLLECTIONS = 4
const BETWEEN_MS = 250

/**
 * What this process holds, in bytes, once garbage is collected the ordinary way, some times with time between for what is given back late;
 * needs `--expose-gc`. Then what it holds with the heap shrunk as if memory had run out: the difference is room that the last rush
 * needed.
 */
export async function memory(): Promise<Memory> {
  for (let time = 0; time < COLLECTIONS; time += 1) {
    globalThis.gc?.()
    await wait(BETWEEN_MS)
  }
  const { rss, heapUsed } = process.memoryUsage()
  await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
  await wait(BETWEEN_MS)
  return { rss, heapUsed, leastRss: process.memoryUsage.rss() }
}
