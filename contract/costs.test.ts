import { expect, test } from 'vitest'
import { costOf, premiumOf, shareOf } from './costs.ts'

const TIERS = [
  { from: 0, basisPoints: 1000 },
  { from: 500_000, basisPoints: 800 },
  { from: 2_500_000, basisPoints: 600 },
]

test.each([
  ['nothing', 0, 0],
  ['one cent, rounded half up', 5, 1],
  ['less than half a cent', 4, 0],
  ['inside the first band', 100_000, 10_000],
  ['to the end of the first band', 500_000, 50_000],
  ['one step into the second', 500_100, 50_008],
  ['to the end of the second', 2_500_000, 210_000],
  ['far into the third', 10_000_000, 210_000 + 450_000],
])('the premium of %s: each part of the price pays its own band', (_, hammer, premium) => {
  expect(premiumOf(hammer, TIERS)).toBe(premium)
})

test('tax is on the sum of the lines, and the total is net and tax in whole minor units', () => {
  const terms = { premium: TIERS, fixedFees: [{ label: 'Gate', amount: 4500 }], taxBasisPoints: 825 }
  const cost = costOf(123_400, terms)
  expect(cost.lines.map(({ amount }) => amount)).toEqual([123_400, 12_340, 4500])
  expect(cost).toMatchObject({ net: 140_240, tax: 11_570, total: 151_810 })
})

test('a share of the largest price is exact', () => {
  expect(shareOf(1_000_000_000_000, 1)).toBe(100_000_000)
})
