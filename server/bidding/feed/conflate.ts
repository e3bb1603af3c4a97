/** Runs an action at most once a tick: at once when nothing is pending, else when the tick is over. */
export type Conflater = { mark(): void; stop(): void }

/**
 * A conflater of `flush`: the first mark flushes at once (the leading edge), every mark after it waits for the tick. A flush that takes
 * long delays the next one by twice its time, so that telling never takes more than a third of the process. Flushes never overlap.
 * `now` in ms, monotonic.
 */
export function conflate(tickMs: number, flush: () => void | Promise<void>, now: () => number): Conflater {
  let busy = false
  let dirty = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    busy = true
    dirty = false
    const startedAt = now()
    try {
      await flush()
    } finally {
      if (!stopped) timer = setTimeout(tickOver, Math.max(tickMs, 2 * (now() - startedAt)))
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
