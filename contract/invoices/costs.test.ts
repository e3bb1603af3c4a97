import fc from 'fast-check'
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
])('the premium of %s: each part of the price pays the rate of its own band', (_, hammer, premium) => {
  expect(premiumOf(hammer, TIERS)).toBe(premium)
})

const USUAL = { hammer: null, premium: null, fee: null, 'late-fee': null, storage: null }

test('tax is rounded on every line, and the total is the sum of the lines', () => {
  const terms = {
    premium: TIERS,
    fixedFees: [{ label: 'Gate', amount: 4500 }],
    taxBasisPoints: 825,
    taxByKind: USUAL,
  }
  const cost = costOf(123_400, terms)
  expect(cost.lines.map(({ amount }) => amount)).toEqual([123_400, 12_340, 4500])
  expect(cost.lines.map(({ tax }) => tax)).toEqual([10_181, 1018, 371])
  expect(cost).toMatchObject({ net: 140_240, tax: 11_570, total: 151_810 })
})

test('a kind of line can have its own tax; the sums are listed by rate', () => {
  const terms = {
    premium: TIERS,
    fixedFees: [{ label: 'Gate', amount: 4500 }],
    taxBasisPoints: 2100,
    taxByKind: { ...USUAL, hammer: 0, fee: 600 },
  }
  expect(costOf(100_000, terms)).toMatchObject({
    taxes: [
      { basisPoints: 2100, net: 10_000, tax: 2100 },
      { basisPoints: 600, net: 4500, tax: 270 },
      { basisPoints: 0, net: 100_000, tax: 0 },
    ],
    total: 116_870,
  })
})

const Tiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 100_000_000 }), { maxLength: 6 })
  .map((froms) => [0, ...froms.toSorted((a, b) => a - b)])
  .chain((froms) =>
    fc.tuple(...froms.map((from) => fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => ({ from, basisPoints })))),
  )
const Rate = fc.option(fc.integer({ min: 0, max: 10_000 }))
const Terms = fc.record({
  premium: Tiers,
  fixedFees: fc.array(fc.record({ label: fc.string(), amount: fc.nat(10_000_000) }), { maxLength: 30 }),
  taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  taxByKind: fc.record({ hammer: Rate, premium: Rate, fee: Rate, 'late-fee': Rate, storage: Rate }),
})

test('with any fee table, the total is hammer price + premium + fees + the tax of every line, to the cent', () => {
  fc.assert(
    fc.property(Terms, fc.nat(1_000_000_000_000), (terms, hammer) => {
      const { lines, taxes, net, tax, total } = costOf(hammer, terms)
      const fees = terms.fixedFees.reduce((sum, { amount }) => sum + amount, 0)
      expect(net).toBe(hammer + premiumOf(hammer, terms.premium) + fees)
      expect(total).toBe(net + tax)
      expect(tax).toBe(lines.reduce((sum, line) => sum + exactShare(line.amount, line.taxBasisPoints), 0))
      expect(taxes.reduce((sum, rate) => sum + rate.tax, 0)).toBe(tax)
      expect(new Set(taxes.map(({ basisPoints }) => basisPoints)).size).toBe(taxes.length)
    }),
    { numRuns: 2000 },
  )
})

/** The same share without floating point. */
function exactShare(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10_000n)
}

test('a share of the largest price is exact', () => {
  expect(shareOf(1_000_000_000_000, 1)).toBe(100_000_000)
  expect(shareOf(999_999_999_999, 9999)).toBe(exactShare(999_999_999_999, 9999))
})
