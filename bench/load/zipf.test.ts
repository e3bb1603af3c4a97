import { expect, test } from 'vitest'
import { seeded } from '#test/many-lots.ts'
import { zipf } from './zipf.ts'

const DRAWS = 200_000

function sharesOf(count: number, exponent: number): number[] {
  const drawLot = zipf(count, exponent, seeded(7))
  const drawn = Array.from({ length: count }, () => 0)
  for (let turn = 0; turn < DRAWS; turn += 1) drawn[drawLot()]! += 1
  return drawn.map((times) => times / DRAWS)
}

test('each place is drawn as often as its rank to the power says', () => {
  const shares = sharesOf(1000, 1.1)
  const weights = shares.map((_, place) => 1 / (place + 1) ** 1.1)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  for (const place of [0, 1, 2, 9, 99]) expect(shares[place]).toBeCloseTo(weights[place]! / sum, 2)
  expect(shares[0]).toBeGreaterThan(0.17)
  expect(shares[0]).toBeLessThan(0.19)
})

test('with an exponent of zero every place is as likely as any other', () => {
  for (const share of sharesOf(10, 0)) expect(share).toBeCloseTo(0.1, 2)
})

test('the ends of the range are the first place and the last', () => {
  expect(zipf(5, 1.1, () => 0)()).toBe(0)
  expect(zipf(5, 1.1, () => 1 - Number.EPSILON)()).toBe(4)
  expect(zipf(5, 1.1, () => 1)()).toBe(4)
})
