import { setTimeout } from 'node:timers/promises'
import type { Target } from './target.ts'

/** A phase of a load: its requests per second and its duration. */
export type Phase = { perSecond: number; forMs: number }

/** Arrival times of requests in ms from the start, independent of earlier answers and of each other (Poisson). */
export function drawArrivals(phases: readonly Phase[], draw: () => number): number[] {
  const arrivals: number[] = []
  let begins = 0
  for (const { perSecond, forMs } of phases) {
    const ends = begins + forMs
    let at = begins
    while (perSecond > 0) {
      at += (-Math.log(1 - draw()) * 1000) / perSecond
      if (at >= ends) break
      arrivals.push(at)
    }
    begins = ends
  }
  return arrivals
}

/**
 * Outcomes of the arrivals, in the order of their answers; times in ms. Columns of plain numbers, because objects would make the
 * garbage collector run while the generator should be sending.
 */
export type Answers = {
  dueAt: Float64Array
  /** From when it was due until it was answered: includes the wait for a free connection. */
  latencyMs: Float64Array
  /** From the actual sending: what a generator measures that omits the wait before it could send. */
  unheldMs: Float64Array
}

export type OpenLoopResult = {
  answers: Answers
  seconds: number
  /** How late requests were released by the generator itself, in ms. */
  lateMs: number[]
}

/** In ms from any beginning. */
export type Clock = { now(): number; wake(at: number): Promise<void> }

/**
 * A timer wakes a millisecond or two late. A request released this late counts from its release: the delay is the generator's own,
 * and counted on both sides of a ratio it would flatter the slower one. A request released later than this counts from when it was
 * due.
 */
export const TIMER_MS = 2

/**
 * Sends a request at each arrival, in an open loop: a slow answer delays no arrival. One that finds no connection free waits for the
 * first that becomes free, and its latency counts from when it was due (corrected for coordinated omission). Throws what a sending threw.
 */
export async function openLoop(
  target: Target,
  arrivals: readonly number[],
  clock: Clock = REAL_CLOCK,
): Promise<OpenLoopResult> {
  const column = () => new Float64Array(arrivals.length)
  const answers: Answers = { dueAt: column(), latencyMs: column(), unheldMs: column() }
  let answered = 0
  const lateMs: number[] = []
  const free = Array.from({ length: target.connections }, (_, connection) => connection)
  let next = 0
  const startedAt = clock.now()
  const elapsed = () => clock.now() - startedAt
  const finished = Promise.withResolvers<void>()
  let freed = Promise.withResolvers<void>()

  const send = async (connection: number, dueAt: number, countsFrom: number) => {
    const sentAt = elapsed()
    await target.send(connection)
    const at = elapsed()
    answers.dueAt[answered] = dueAt
    answers.latencyMs[answered] = at - countsFrom
    answers.unheldMs[answered] = at - sentAt
    answered += 1
    if (answered === arrivals.length) finished.resolve()
    const wasFree = free.length > 0
    free.push(connection)
    release(wasFree)
    if (!wasFree && free.length > 0) freed.resolve()
  }
  /** `wasFree`: due requests were delayed only by the generator's timer, not by a lack of connections. */
  const release = (wasFree: boolean) => {
    const now = elapsed()
    for (; free.length > 0 && next < arrivals.length && arrivals[next]! <= now; next += 1) {
      const dueAt = arrivals[next]!
      if (wasFree) lateMs.push(now - dueAt)
      const countsFrom = wasFree && now - dueAt <= TIMER_MS ? now : dueAt
      // The connection that was free the longest, so that all of them are used.
      send(free.shift()!, dueAt, countsFrom).catch(finished.reject)
    }
  }
  const releaseAll = async () => {
    while (next < arrivals.length) {
      // A request that waits for a connection is sent when one becomes free; a timer in addition would only cost.
      if (free.length === 0) await (freed = Promise.withResolvers()).promise
      else {
        await clock.wake(startedAt + arrivals[next]!)
        release(true)
      }
    }
  }
  if (arrivals.length > 0) await Promise.race([finished.promise, releaseAll().then(() => finished.promise)])
  return { answers, seconds: elapsed() / 1000, lateMs }
}

/** Latencies of the requests that were due before `until`; all of them by default. */
export function latenciesOf({ answers: { dueAt, latencyMs } }: OpenLoopResult, until = Infinity): number[] {
  return [...latencyMs].filter((_, index) => dueAt[index]! < until)
}

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  async wake(at) {
    // Also when arrivals are due without a pause: a generator that polls continuously for the next one would take a processor away
    // from what it measures.
    do await setTimeout(Math.max(1, at - performance.now()))
    while (performance.now() < at)
  },
}
