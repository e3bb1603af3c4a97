import { describe, expect, test } from 'vitest'
import {
  checkIncrements,
  DEFAULT_INCREMENTS,
  EBAY_INCREMENTS,
  increment,
  stepInto,
  type Increments,
} from './increments.ts'

/** `[price, step]` in whole units, at the first price of each band and at the last below the next one. */
function steps(increments: Increments): [number, number][] {
  const prices = increments.flatMap(([from]) => (from === 0 ? [0] : [from - 1, from]))
  return prices.map((price) => [price / 100, increment(increments, price) / 100])
}

describe('the increment', () => {
  test('of the default table matches the rulebook, at both edges of every band', () => {
    expect(steps(DEFAULT_INCREMENTS)).toEqual([
      [0, 10],
      [99.99, 10],
      [100, 25],
      [999.99, 25],
      [1000, 50],
      [4999.99, 50],
      [5000, 100],
      [24_999.99, 100],
      [25_000, 250],
      [49_999.99, 250],
      [50_000, 500],
      [99_999.99, 500],
      [100_000, 1000],
    ])
  })

  test('of eBay’s table matches the one its bid histories were made with', () => {
    expect(steps(EBAY_INCREMENTS)).toEqual([
      [0, 0.05],
      [0.99, 0.05],
      [1, 0.25],
      [4.99, 0.25],
      [5, 0.5],
      [24.99, 0.5],
      [25, 1],
      [99.99, 1],
      [100, 2.5],
      [249.99, 2.5],
      [250, 5],
      [499.99, 5],
      [500, 10],
      [999.99, 10],
      [1000, 25],
      [2499.99, 25],
      [2500, 50],
      [4999.99, 50],
      [5000, 100],
    ])
  })

  test('has no end above the last band, and no step where the table has no band', () => {
    expect(increment(DEFAULT_INCREMENTS, 9_000_000_00)).toBe(1_000_00)
    expect(increment([], 500)).toBe(0)
  })
})

describe('the step that led to a price', () => {
  const INCREMENTS: Increments = [
    [0, 10],
    [100, 25],
    [1000, 50],
  ]

  test('is the step of the band the price came from, even if it has just entered the next one', () => {
    expect(stepInto(INCREMENTS, 90)).toBe(10)
    expect(stepInto(INCREMENTS, 100)).toBe(10)
    expect(stepInto(INCREMENTS, 109)).toBe(10)
    expect(stepInto(INCREMENTS, 125)).toBe(25)
    expect(stepInto(INCREMENTS, 1000)).toBe(25)
    expect(stepInto(INCREMENTS, 1024)).toBe(25)
    expect(stepInto(INCREMENTS, 1050)).toBe(50)
  })

  test('is the step at the price where no price is one step below it', () => {
    expect(stepInto(INCREMENTS, 5)).toBe(10)
    expect(stepInto(INCREMENTS, 110)).toBe(25)
    expect(stepInto(INCREMENTS, 1025)).toBe(50)
    expect(stepInto([], 100)).toBe(0)
  })
})

describe('bid increments entered by an operator', () => {
  test('are valid if bands rise from 0, and steps are positive and whole multiples of the bid unit', () => {
    for (const increments of [DEFAULT_INCREMENTS, EBAY_INCREMENTS, [[0, 1]] as const])
      expect(checkIncrements(increments)).toEqual([])
    expect(checkIncrements(DEFAULT_INCREMENTS, 100)).toEqual([])
    expect(checkIncrements(EBAY_INCREMENTS, 1)).toEqual([])
  })

  test('need a band, and a first band from 0', () => {
    expect(checkIncrements([])).toEqual(['The bid increments need at least one band.'])
    expect(checkIncrements([[100, 10]])).toEqual(['The first band must start from 0.'])
  })

  test('need bands in ascending order', () => {
    const from = (price: number): Increments => [
      [0, 10],
      [100, 20],
      [price, 30],
    ]
    expect(checkIncrements(from(101))).toEqual([])
    expect(checkIncrements(from(100))).toEqual(['Band 3 must start above band 2.'])
    expect(checkIncrements(from(50))).toEqual(['Band 3 must start above band 2.'])
  })

  test('need steps above 0, and whole amounts of money everywhere', () => {
    expect(checkIncrements([[0, 0]])).toEqual(['Band 1 must have a step above 0.'])
    expect(checkIncrements([[0, -5]])).toEqual(['Band 1 must have a step in whole, non-negative minor units.'])
    expect(checkIncrements([[0, 2.5]])).toEqual(['Band 1 must have a step in whole, non-negative minor units.'])
    const half: Increments = [
      [0, 10],
      [99.5, 20],
    ]
    expect(checkIncrements(half)).toEqual(['Band 2 must start at a whole, non-negative number of minor units.'])
  })

  test('are checked against the bid unit band by band', () => {
    const increments: Increments = [
      [0, 250],
      [1050, 300],
    ]
    expect(checkIncrements(increments)).toEqual([])
    expect(checkIncrements(increments, 100)).toEqual([
      'Band 1 must have a step that is a multiple of the bid unit.',
      'Band 2 must start at a multiple of the bid unit.',
    ])
  })
})
