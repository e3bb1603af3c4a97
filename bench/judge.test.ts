import { expect, test } from 'vitest'
import { closingLine, verdictText } from './figure-text.ts'
import type { Figure, Outcome } from './figures.ts'
import { judge, shortOf } from './judge.ts'

const RATE: Figure = {
  what: 'durable acknowledged bids',
  unit: '/s',
  better: 'more',
  ours: [9000, 8000, 12_000],
  yardstick: { what: 'row-lock', values: [600, 1000, 750] },
  must: 10,
  aim: 25,
}

const outcomeOf = (...figures: Figure[]): Outcome => ({ id: 'B1', title: 'hot lot', load: '', figures })

test('a ratio is that of the medians, and its spread that of the rounds', () => {
  const { ours, yardstick, value } = judge(RATE)
  expect(ours).toEqual({ median: 9000, min: 8000, max: 12_000 })
  expect(yardstick).toEqual({ median: 750, min: 600, max: 1000 })
  expect(value).toEqual({ median: 12, min: 8, max: 16 })
})

test('a figure reaches its must exactly, and is short of it by a hair', () => {
  expect(judge({ ...RATE, ours: [7500, 7500, 7500] }).isMustMet).toBe(true)
  expect(judge({ ...RATE, ours: [7499, 7499, 7499] }).isMustMet).toBe(false)
})

test('of what should be little, more than allowed is short of the must', () => {
  const latency: Figure = { ...RATE, unit: 'ms', better: 'less', must: 5, aim: 2 }
  const judgedAt = (ms: number) => judge({ ...latency, ours: [ms], yardstick: { what: 'empty POST', values: [1] } })
  expect(judgedAt(2)).toMatchObject({ isMustMet: true, isAimMet: true })
  expect(judgedAt(5)).toMatchObject({ isMustMet: true, isAimMet: false })
  expect(judgedAt(5.1)).toMatchObject({ isMustMet: false, isAimMet: false })
})

test('only what is short of its must makes a run fail', () => {
  const slow = { ...RATE, ours: [90, 80, 120] }
  expect(shortOf(outcomeOf(RATE))).toEqual([])
  expect(shortOf(outcomeOf(RATE, slow))).toEqual([slow])
})

test('a figure measured in fewer rounds than its yardstick is void, and so is one that was not measured', () => {
  expect(() => judge({ ...RATE, ours: [9000] })).toThrow('void')
  expect(() => judge({ ...RATE, ours: [], yardstick: null })).toThrow('void')
  expect(() => judge({ ...RATE, ours: [Number.NaN, 1, 1] })).toThrow('void')
})

test('a verdict says how far it is to the aim', () => {
  const verdictOf = (figure: Figure) => verdictText(figure, judge(figure))
  expect(verdictOf(RATE)).toBe('must met, 48% of the aim')
  expect(verdictOf({ ...RATE, aim: 12 })).toBe('aim met')
  expect(verdictOf({ ...RATE, must: 20 })).toBe('short of must (12.0 x, must be 20.0 x), 48% of the aim')
  expect(verdictOf({ ...RATE, better: 'less', must: 15, aim: 4 })).toBe('must met, 3.00 times the aim')
  expect(verdictOf({ ...RATE, unit: 'count', better: 'less', yardstick: null, ours: [3], must: 0, aim: 0 })).toBe(
    'short of must (3, must be 0), the aim is zero',
  )
})

test('the closing line keeps the form that programs read', () => {
  expect(closingLine(outcomeOf(RATE))).toBe('B1 hot lot: 12.0 x (ours 9,000/s, row-lock 750/s)')
  const engine: Figure = { ...RATE, what: 'decisions', ours: [3_140_000], yardstick: null, must: 1_000_000 }
  expect(closingLine({ id: 'B0', title: 'engine', load: '', figures: [engine] })).toBe('B0 engine: 3.1 M decisions/s')
  const fraction: Figure = { ...RATE, ours: [470], yardstick: { what: 'empty POST', values: [1000] } }
  expect(closingLine(outcomeOf(fraction))).toBe('B1 hot lot: 0.47 x (ours 470/s, empty POST 1,000/s)')
})
