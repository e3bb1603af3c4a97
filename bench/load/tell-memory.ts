import { setTimeout as wait } from 'node:timers/promises'

export type Memory = { rss: number; heapUsed: number }

/**
 * What this process holds, in bytes, once everything that can be given back has been; needs `--expose-gc`. An ordinary collection keeps
 * the room that the last rush needed, which says how fast watchers came and not how many there are: so the heap is made as small as
 * what it holds.
 */
export async function memory(): Promise<Memory> {
  for (let time = 0; time < 3; time += 1) {
    await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
    await wait(200)
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heapUsed }
}
