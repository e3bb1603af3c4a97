import { expect, test } from 'vitest'
import { createThrottle } from './throttle.ts'

function throttleAt(start = 0) {
  let now = start
  const throttle = createThrottle({ burst: 3, perSecond: 2, now: () => now })
  return { take: (key: string) => throttle.take(key), pass: (ms: number) => (now += ms) }
}

test('a burst is allowed, then as many a second as the rate', () => {
  const { take, pass } = throttleAt()
  expect([take('Ada'), take('Ada'), take('Ada'), take('Ada')]).toEqual([true, true, true, false])
  pass(500)
  expect([take('Ada'), take('Ada')]).toEqual([true, false])
  pass(60_000)
  expect([take('Ada'), take('Ada'), take('Ada'), take('Ada')]).toEqual([true, true, true, false])
})

test('a clock that is set back an hour locks nobody out', () => {
  const { take, pass } = throttleAt()
  expect(take('Ada')).toBe(true)
  pass(-3_600_000)
  expect([take('Ada'), take('Ada'), take('Ada')]).toEqual([true, true, false])
  pass(500)
  expect(take('Ada')).toBe(true)
})

test('one person’s rush does not slow another', () => {
  const { take } = throttleAt()
  for (let times = 0; times < 5; times += 1) take('Ada')
  expect(take('Boris')).toBe(true)
})

test('however many keys arrive, active ones are kept', () => {
  const { take } = throttleAt()
  for (let times = 0; times < 4; times += 1) take('Ada')
  const adaLater: boolean[] = []
  for (let key = 0; key < 200_000; key += 1) {
    take(`stranger ${key}`)
    if (key % 10_000 === 0) adaLater.push(take('Ada'))
  }
  expect(adaLater).toEqual(Array.from({ length: 20 }, () => false))
})
