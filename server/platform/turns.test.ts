import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when the test says so. */
function work() {
  const ends: (() => void)[] = []
  let most = 0
  let running = 0
  const one = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
  }
  return { one, end: () => ends.shift()?.(), most: () => most }
}

test('a limited number runs at once, the rest waits in order, and callers beyond the queue are refused', async () => {
  const turns = createTurns({ atOnce: 2, waitingMax: 3 })
  const { one, end, most } = work()
  const all = Array.from({ length: 5 }, () => turns(one))
  await expect(turns(one)).rejects.toMatchObject({ status: 503, code: 'busy' })
  const done = Promise.all(all)
  let isDone = false
  void done.then(() => (isDone = true))
  while (!isDone) {
    end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(most()).toBe(2)
})

test('failed work frees its slot like any other', async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 5 })
  const failing = turns(() => Promise.reject(new Error('out of luck')))
  const next = turns(() => Promise.resolve('in turn'))
  await expect(failing).rejects.toThrow('out of luck')
  expect(await next).toBe('in turn')
})
