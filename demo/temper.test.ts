import { describe, expect, test } from 'vitest'
import { DEFAULT_INCREMENTS } from '#engine'
import type { Standing } from '#contract/bidding/bidding.ts'
import { newId } from '#server/platform/id.ts'
import { onIncrement } from './history.ts'
import { randomFrom } from './random.ts'
import { budgetFor, eagerness, offerFor } from './temper.ts'

const NOW = 1_800_000_000_000
const LOT = { lotId: newId(), openingBid: 200_000, increments: DEFAULT_INCREMENTS }
const PADDLES = Array.from({ length: 400 }, (_, index) => 101 + index)

const OPEN: Standing = {
  lotId: LOT.lotId,
  status: 'open',
  sequence: 1,
  price: null,
  nextBid: 200_000,
  increment: 5_000,
  leader: null,
  reserve: 'none',
  buyNow: null,
  opensAt: NOW - 1,
  closesAt: NOW + 60_000,
  scheduledCloseAt: NOW + 60_000,
  bidCount: 0,
  extensions: 0,
}

describe('a simulated bidder', () => {
  test('never forgets a budget, which is near the vehicle’s worth', () => {
    const budgets = PADDLES.map((paddle) => budgetFor(paddle, LOT))
    expect(PADDLES.map((paddle) => budgetFor(paddle, LOT))).toEqual(budgets)
    const interested = budgets.filter((budget) => budget > 0)
    expect(interested.length).toBeGreaterThan(50)
    expect(Math.min(...interested)).toBeGreaterThan(400_000)
    expect(Math.max(...interested)).toBeLessThan(750_000)
  })

  test('offers at least the next bid, at most the budget, on an increment', () => {
    const random = randomFrom('offers')
    const offers = PADDLES.flatMap((paddle) => {
      const offer = offerFor(paddle, LOT, OPEN, random)
      return offer === null ? [] : [{ ...offer, budget: budgetFor(paddle, LOT) }]
    })
    expect(offers.length).toBeGreaterThan(50)
    const faulty = offers.filter(
      ({ amount, budget }) =>
        amount < OPEN.nextBid || amount > budget || amount !== onIncrement(LOT.increments, amount),
    )
    expect(faulty).toEqual([])
  })

  test('does not bid against itself, nor beyond its budget', () => {
    const paddle = PADDLES.find((one) => budgetFor(one, LOT) > 0)!
    const random = randomFrom('leader')
    expect(offerFor(paddle, LOT, { ...OPEN, leader: paddle }, random)).toBeNull()
    expect(offerFor(paddle, LOT, { ...OPEN, nextBid: 900_000 }, random)).toBeNull()
  })

  test('sets only maximums before a lot opens', () => {
    const random = randomFrom('before')
    const offers = PADDLES.map((paddle) => offerFor(paddle, LOT, { ...OPEN, status: 'scheduled' }, random))
    expect(new Set(offers.map((offer) => offer?.kind))).toEqual(new Set([undefined, 'maximum']))
  })

  test('is calm for hours, lively in the last minutes, and still once the lot has ended', () => {
    const at = (leftMs: number) => eagerness({ ...OPEN, closesAt: NOW + leftMs }, NOW)
    expect(at(3_600_000)).toBeLessThan(at(600_000))
    expect(at(600_000)).toBeLessThan(at(60_000))
    expect(at(0)).toBe(0)
    expect(eagerness({ ...OPEN, status: 'sold' }, NOW)).toBe(0)
  })
})
