import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bidWithin } from './costs-inverse.ts'
import { costOf, type CostTerms } from './costs.ts'

const NO_TAX = { hammer: null, premium: null, fee: null, 'late-fee': null, storage: null }
const FREE: CostTerms = { premium: [], fixedFees: [], taxBasisPoints: 0, taxByKind: NO_TAX }
const USUAL: CostTerms = {
  premium: [
    { from: 0, basisPoints: 1000 },
    { from: 500_000, basisPoints: 800 },
    { from: 2_500_000, basisPoints: 600 },
  ],
  fixedFees: [
    { label: 'Documentation', amount: 7500 },
    { label: 'Gate', amount: 4500 },
  ],
  taxBasisPoints: 800,
  taxByKind: NO_TAX,
}
const totalOf = (hammer: number, terms: CostTerms) => costOf(hammer, terms).total

const Tiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 100_000_000 }), { maxLength: 6 })
  .map((froms) => [0, ...froms.toSorted((a, b) => a - b)])
  .chain((froms) =>
    fc.tuple(...froms.map((from) => fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => ({ from, basisPoints })))),
  )
const Rate = fc.option(fc.integer({ min: 0, max: 10_000 }))
const Terms: fc.Arbitrary<CostTerms> = fc.record({
  premium: fc.oneof({ weight: 5, arbitrary: Tiers }, { weight: 1, arbitrary: fc.constant<CostTerms['premium']>([]) }),
  fixedFees: fc.array(fc.record({ label: fc.string(), amount: fc.nat(10_000_000) }), { maxLength: 12 }),
  taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  taxByKind: fc.record({ hammer: Rate, premium: Rate, fee: Rate, 'late-fee': Rate, storage: Rate }),
})
/** Small, usual and the largest possible prices. */
const Price = fc.oneof(fc.nat(10_000), fc.nat(100_000_000), fc.nat(1_000_000_000_000))
const Unit = fc.constantFrom(1, 5, 100, 500, 2500, 10_000)

test('for 100,000 random prices and fee tables: total(bid) ≤ what can be spent < total(next valid bid)', () => {
  fc.assert(
    fc.property(Terms, Price, Price, Unit, (terms, least, more, bidUnit) => {
      const total = totalOf(Math.ceil(least / bidUnit) * bidUnit, terms) + more
      const bid = bidWithin(total, terms, { bidUnit, least })
      if (bid === null || bid % bidUnit !== 0 || bid < least) return false
      return totalOf(bid, terms) <= total && total < totalOf(bid + bidUnit, terms)
    }),
    { numRuns: 100_000 },
  )
}, 120_000)

test('any budget below the total of the lowest bid buys nothing, with any fee table', () => {
  fc.assert(
    fc.property(Terms, Price, Price, Unit, (terms, least, less, bidUnit) => {
      const total = totalOf(Math.ceil(least / bidUnit) * bidUnit, terms) - 1 - less
      return bidWithin(Math.max(0, total), terms, { bidUnit, least }) === null || total < 0
    }),
    { numRuns: 10_000 },
  )
})

test('the total of a bid leads back to the bid, with any fees', () => {
  fc.assert(
    fc.property(Terms, fc.nat(1_000_000_000), Unit, (terms, steps, bidUnit) => {
      const bid = Math.floor(steps / bidUnit) * bidUnit
      return bidWithin(totalOf(bid, terms), terms, { bidUnit, least: 0 }) === bid
    }),
    { numRuns: 5000 },
  )
})

describe('the highest bid within a total', () => {
  const steps = { bidUnit: 100, least: 10_000 }

  test.each([499_900, 500_000, 500_100, 2_499_900, 2_500_000, 2_500_100])(
    'is exact at the border of a premium band: %i',
    (bid) => {
      const total = totalOf(bid, USUAL)
      expect(bidWithin(total, USUAL, steps)).toBe(bid)
      expect(bidWithin(total - 1, USUAL, steps)).toBe(bid - 100)
      expect(bidWithin(totalOf(bid + 100, USUAL) - 1, USUAL, steps)).toBe(bid)
    },
  )

  test('equals the total where nothing is charged, rounded down to a valid bid', () => {
    expect(bidWithin(123_456, FREE, steps)).toBe(123_400)
    expect(bidWithin(123_456, { ...FREE, premium: [{ from: 0, basisPoints: 0 }] }, steps)).toBe(123_400)
    expect(bidWithin(1_000_000_000_000, FREE, { bidUnit: 1, least: 0 })).toBe(1_000_000_000_000)
  })

  test('is null where the fees alone exceed the total, or the total is below the lowest bid or zero', () => {
    const huge = { ...FREE, fixedFees: [{ label: 'Crane', amount: 900_000_000_000 }] }
    expect(bidWithin(899_999_999_999, huge, steps)).toBeNull()
    expect(bidWithin(900_000_010_000, huge, steps)).toBe(10_000)
    expect(bidWithin(9999, FREE, steps)).toBeNull()
    expect(bidWithin(10_000, FREE, steps)).toBe(10_000)
    expect(bidWithin(0, USUAL, steps)).toBeNull()
  })

  test('starts at the first whole step where there is no minimum', () => {
    expect(bidWithin(10_000, FREE, { bidUnit: 100, least: 9950 })).toBe(10_000)
    expect(bidWithin(9999, FREE, { bidUnit: 100, least: 9950 })).toBeNull()
  })

  test('stays exact when everything is doubled three times', () => {
    const dear: CostTerms = {
      premium: [{ from: 0, basisPoints: 10_000 }],
      fixedFees: [],
      taxBasisPoints: 10_000,
      taxByKind: NO_TAX,
    }
    expect(bidWithin(4_000_000_000_000, dear, { bidUnit: 1, least: 1 })).toBe(1_000_000_000_000)
    expect(bidWithin(3_999_999_999_999, dear, { bidUnit: 1, least: 1 })).toBe(999_999_999_999)
  })
})
