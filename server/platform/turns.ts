import { busy } from './problem.ts'

/** Runs a limited amount of work at once; the rest waits. Throws `busy` when too much waits. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** For work that would starve everything else: `atOnce` runs, `waitingMax` waits. */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < atOnce) running += 1
    else if (waiting.length >= waitingMax) throw busy(5)
    // A finished task hands over its slot directly, so that no newcomer takes it first.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
