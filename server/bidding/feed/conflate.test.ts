import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { conflate } from './conflate.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Start times of the flushes of a conflater that is marked continuously and whose flushes each take `tookMs`. */
async function flushesOf(tookMs: number, forMs: number, spentShare = 1): Promise<number[]> {
  const began: number[] = []
  const startedAt = performance.now()
  const ticks = conflate(
    50,
    () => {
      began.push(performance.now() - startedAt)
      return new Promise<void>((resolve) => setTimeout(resolve, tookMs))
    },
    () => performance.now(),
    () => performance.now() * spentShare,
  )
  for (let at = 0; at < forMs; at += 1) {
    ticks.mark()
    await vi.advanceTimersByTimeAsync(1)
  }
  ticks.stop()
  return began
}

test('under steady load it flushes at once, then once per tick', async () => {
  expect(await flushesOf(10, 220)).toEqual([0, 50, 100, 150, 200])
})

test('a flush longer than half a tick is followed by a pause of the same length, so it takes half of the time', async () => {
  expect(await flushesOf(80, 500)).toEqual([0, 160, 320, 480])
})

test('a flush that waited for a busy CPU is followed by a pause as long as its own work', async () => {
  expect(await flushesOf(100, 400, 0.25)).toEqual([0, 125, 250, 375])
})
