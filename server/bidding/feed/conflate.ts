/** Runs a flush at most once a tick: immediately when none is pending, else when the tick is over. */
export type Conflater = { mark(): void; stop(): void }

/**
 * A conflater of `flush`: the first mark flushes immediately (the leading edge); later marks wait for the tick, which starts with the
 * previous flush. The pause after a flush lasts at least as long as its work, so flushing takes at most half of the process's time; with
 * thousands of receivers, updates are less frequent. Work is measured by `spent`, CPU time, so that a busy machine does not also lengthen
 * the pause. Flushes never overlap. `now` and `spent` are monotonic, in ms.
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
