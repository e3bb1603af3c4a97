import { describe, expect, test } from 'vitest'
import { checkLadder, DEFAULT_LADDER, EBAY_LADDER, increment, stepInto, type Ladder } from './ladder.ts'

/** `[price, step]` in whole units, at the first price of each band and at the last below the next one. */
function steps(ladder: Ladder): [number, number][] {
  const prices = ladder.flatMap(([from]) => (from === 0 ? [0] : [from - 1, from]))
  return prices.map((price) => [price / 100, increment(ladder, price) / 100])
}

describe('the increment', () => {
  test('of the default ladder is the rulebook’s, at both sides of every band', () => {
    expect(steps(DEFAULT_LADDER)).toEqual([
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

  test('of eBay’s ladder is the one its bid histories were made with', () => {
    expect(steps(EBAY_LADDER)).toEqual([
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

  test('has no end above the last band, and no step where a ladder has no band', () => {
    expect(increment(DEFAULT_LADDER, 9_000_000_00)).toBe(1_000_00)
    expect(increment([], 500)).toBe(0)
  })
})

describe('the step that led to a price', () => {
  const LADDER: Ladder = [
    [0, 10],
    [100, 25],
    [1000, 50],
  ]

  test('is that of the band the price came from, also where it has just passed into the next one', () => {
    expect(stepInto(LADDER, 90)).toBe(10)
    expect(stepInto(LADDER, 100)).toBe(10)
    expect(stepInto(LADDER, 109)).toBe(10)
    expect(stepInto(LADDER, 125)).toBe(25)
    expect(stepInto(LADDER, 1000)).toBe(25)
    expect(stepInto(LADDER, 1024)).toBe(25)
    expect(stepInto(LADDER, 1050)).toBe(50)
  })

  test('is the step at the price where no price is one step below it', () => {
    expect(stepInto(LADDER, 5)).toBe(10)
    expect(stepInto(LADDER, 110)).toBe(25)
    expect(stepInto(LADDER, 1025)).toBe(50)
    expect(stepInto([], 100)).toBe(0)
  })
})

describe('a ladder that an operator enters', () => {
  test('can be used where bands rise from 0, steps are positive, and both are whole multiples of the bid unit', () => {
    for (const ladder of [DEFAULT_LADDER, EBAY_LADDER, [[0, 1]] as const]) expect(checkLadder(ladder)).toEqual([])
    expect(checkLadder(DEFAULT_LADDER, 100)).toEqual([])
    expect(checkLadder(EBAY_LADDER, 1)).toEqual([])
  })

  test('needs a band, and a first band from 0', () => {
    expect(checkLadder([])).toEqual(['The ladder has no band.'])
    expect(checkLadder([[100, 10]])).toEqual(['The first band must start from 0.'])
  })

  test('has bands in rising order, each above the one before it', () => {
    const from = (price: number): Ladder => [
      [0, 10],
      [100, 20],
      [price, 30],
    ]
    expect(checkLadder(from(101))).toEqual([])
    expect(checkLadder(from(100))).toEqual(['Band 3 must start above band 2.'])
    expect(checkLadder(from(50))).toEqual(['Band 3 must start above band 2.'])
  })

  test('has steps above 0, and whole amounts of money everywhere', () => {
    expect(checkLadder([[0, 0]])).toEqual(['Band 1 must have a step above 0.'])
    expect(checkLadder([[0, -5]])).toEqual(['Band 1 must have a step in whole, non-negative minor units.'])
    expect(checkLadder([[0, 2.5]])).toEqual(['Band 1 must have a step in whole, non-negative minor units.'])
    const half: Ladder = [
      [0, 10],
      [99.5, 20],
    ]
    expect(checkLadder(half)).toEqual(['Band 2 must start at a whole, non-negative number of minor units.'])
  })

  test('is held against the bid unit band by band', () => {
    const ladder: Ladder = [
      [0, 250],
      [1050, 300],
    ]
    expect(checkLadder(ladder)).toEqual([])
    expect(checkLadder(ladder, 100)).toEqual([
      'Band 1 must have a step that is a multiple of the bid unit.',
      'Band 2 must start at a multiple of the bid unit.',
    ])
  })
})
