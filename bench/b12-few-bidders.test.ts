import { expect, test } from 'vitest'
import { figureOf } from './b12-few-bidders.ts'
import { judge } from './judge.ts'
import { closedLoop } from './load/closed-loop.ts'
import { late } from './load/late.ts'

const ALONE = { clients: 1, must: 1.5, aim: 1 }
const THEIRS = Array.from({ length: 100 }, () => 1)
const isMet = (ours: number[], share: number) =>
  judge(figureOf({ ...ALONE, rounds: [{ ours, theirs: THEIRS }] }, { name: 'a percentile', share })).isMustMet

test('a median counts what every bidder waits, a 99th percentile what few of them wait', () => {
  const few = [...Array.from({ length: 95 }, () => 1), ...Array.from({ length: 5 }, () => 3)]
  expect([isMet(THEIRS, 0.5), isMet(THEIRS, 0.99)]).toEqual([true, true])
  expect([isMet(few, 0.5), isMet(few, 0.99)]).toEqual([true, false])
  expect(
    isMet(
      THEIRS.map(() => 3),
      0.5,
    ),
  ).toBe(false)
})

test('the planted server is late as often as it says', async () => {
  const target = { connections: 1, send: () => Promise.resolve(), close: () => undefined }
  const { latencies } = await closedLoop(late(target, 4, 20), 100)
  const everyFourth = latencies.filter((_, index) => (index + 1) % 4 === 0)
  expect(everyFourth.length).toBeGreaterThan(0)
  // Timers may fire up to a millisecond early.
  for (const ms of everyFourth) expect(ms).toBeGreaterThan(18)
})
