import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seeded } from '#test/many-lots.ts'
import { quantile } from '../statistics.ts'
import { drawArrivals, latenciesOf, openLoop, TIMER_MS, type Clock, type OpenLoopResult } from './open-loop.ts'

/** A clock that advances to the next awaited instant once nothing else is left to run. */
class VirtualClock implements Clock {
  #now = 0
  #waiting: { at: number; go: () => void }[] = []

  now(): number {
    return this.#now
  }

  wake(at: number): Promise<void> {
    return new Promise((go) => this.#waiting.push({ at: Math.max(at, this.#now), go }))
  }

  async runUntil<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const noted = work.finally(() => (isDone = true))
    noted.catch(() => undefined)
    for (;;) {
      await setImmediate()
      if (isDone) return noted
      const next = this.#waiting.toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined) throw new Error('nobody waits, and the work is not done')
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#now = next.at
      next.go()
    }
  }
}

/** Answers each request after `serviceMs`, but stands still from `stillFrom` until `stillUntil`. */
function load(arrivals: number[], connections: number, serviceMs: number, still = { from: 0, until: 0 }) {
  const clock = new VirtualClock()
  const target = {
    connections,
    async send() {
      const answerAt = clock.now() + serviceMs
      const isStill = answerAt >= still.from && clock.now() < still.until
      await clock.wake(isStill ? Math.max(answerAt, still.until + serviceMs) : answerAt)
    },
    close() {},
  }
  return clock.runUntil(openLoop(target, arrivals, clock))
}

const EVERY_10_MS = Array.from({ length: 200 }, (_, index) => index * 10)

const p99 = ({ answers }: OpenLoopResult, of: 'latencyMs' | 'unheldMs') => quantile([...answers[of]], 0.99)

test('without a queue a latency is what the answer took', async () => {
  const result = await load(EVERY_10_MS, 4, 3)
  expect(latenciesOf(result)).toEqual(Array(200).fill(3))
})

test('arrivals do not wait for answers: a stall of one second is felt by everybody who came in it', async () => {
  const result = await load(EVERY_10_MS, 1, 1, { from: 500, until: 1500 })
  const { dueAt, latencyMs } = result.answers
  const held = [...dueAt.keys()].filter((index) => dueAt[index]! >= 500 && dueAt[index]! < 1500)
  expect(held).toHaveLength(100)
  for (const index of held) expect(latencyMs[index]).toBeGreaterThanOrEqual(1500 - dueAt[index]!)
  expect(p99(result, 'latencyMs')).toBeGreaterThan(950)
})

test('a generator that counts from the sending leaves the stall out, and is not what counts', async () => {
  const result = await load(EVERY_10_MS, 1, 1, { from: 500, until: 1500 })
  expect(p99(result, 'unheldMs')).toBeLessThan(10)
})

test('more arrivals than can be served wait longer and longer', async () => {
  const result = await load(EVERY_10_MS, 1, 20)
  const latencies = latenciesOf(result)
  expect(latencies).toEqual(latencies.toSorted((a, b) => a - b))
  expect(latencies.at(-1)).toBe(200 * 20 - 199 * 10)
})

test('a wake a little late is the timer’s, one that is later counts from when the request was due', async () => {
  const late = async (ms: number) => {
    const clock = new VirtualClock()
    const sluggish: Clock = { now: () => clock.now(), wake: (at) => clock.wake(at + ms) }
    const target = { connections: 1, send: () => clock.wake(clock.now() + 5), close() {} }
    const { answers } = await clock.runUntil(openLoop(target, [100], sluggish))
    return answers.latencyMs[0]
  }
  expect(await late(TIMER_MS)).toBe(5)
  expect(await late(TIMER_MS + 1)).toBe(TIMER_MS + 1 + 5)
})

test('a request that fails fails the load', async () => {
  const clock = new VirtualClock()
  const target = { connections: 1, send: () => Promise.reject(new Error('void: answered 500')), close() {} }
  await expect(clock.runUntil(openLoop(target, [1, 2], clock))).rejects.toThrow('answered 500')
})

test('arrivals come at the rate of their phase, ten times as many in a burst', () => {
  const phases = [
    { perSecond: 1000, forMs: 10_000 },
    { perSecond: 10_000, forMs: 1000 },
    { perSecond: 1000, forMs: 9000 },
  ]
  const arrivals = drawArrivals(phases, seeded(3))
  const within = (from: number, until: number) => arrivals.filter((at) => at >= from && at < until).length
  expect(within(0, 10_000) / 10_000).toBeCloseTo(1, 1)
  expect(within(10_000, 11_000) / 10_000).toBeCloseTo(1, 1)
  expect(within(11_000, 20_000) / 9000).toBeCloseTo(1, 1)
  expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b))
  expect(arrivals.at(-1)).toBeLessThan(20_000)
  expect(drawArrivals(phases, seeded(3))).toEqual(arrivals)
})
