import { busy } from './problem.ts'

/** Runs work, so much at once; the rest waits its turn. Throws `busy` when too many wait. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** For work that would crowd out everything else: `atOnce` runs, `waitingMax` waits. */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < atOnce) running += 1
    else if (waiting.length >= waitingMax) throw busy(5)
    // The one who finishes hands over his place, so that nobody slips in between.
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
