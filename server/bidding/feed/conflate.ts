/** Runs an action at most once a tick: at once when nothing is pending, else when the tick is over. */
export type Conflater = { mark(): void; stop(): void }

/**
 * A conflater of `flush`: the first mark flushes at once (the leading edge), every mark after it waits for the tick, which begins with the
 * flush before. A flush is followed by a pause at least as long as the work it was, so that telling takes at most half of the process: to
 * thousands it is told less often, and never later than it must be. Work is counted by `spent`, the processor's time, so that a machine
 * whose processors are busy elsewhere is not waited for twice. Flushes never overlap. `now` and `spent` in ms, monotonic.
 */
export function conflate(
  tickMs: number,
  flush: () => void | Promise<void>,
  now: () => number,
  spent: () => number = now,
): Conflater {
  let busy = false
  let dirty = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    busy = true
    dirty = false
    const startedAt = now()
    const spentBefore = spent()
    try {
      await flush()
    } finally {
      const restMs = tickMs - (now() - startedAt)
      if (!stopped) timer = setTimeout(tickOver, Math.max(restMs, spent() - spentBefore))
    }
  }

  function tickOver(): void {
    busy = false
    if (dirty && !stopped) void run()
  }

  return {
    mark() {
      dirty = true
      if (!busy && !stopped) void run()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
