import { setTimeout as wait } from 'node:timers/promises'

export type Memory = { rss: number; heapUsed: number; external: number }

/** What this process holds, in bytes, once everything that can be collected has been; needs `--expose-gc`. */
export async function memory(): Promise<Memory> {
  for (let time = 0; time < 3; time += 1) {
    globalThis.gc?.()
    await wait(200)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heapUsed, external }
}
