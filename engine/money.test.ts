import { expect, test } from 'vitest'
import { isMoney, MONEY_MAX } from './money.ts'

test('money is a whole number of minor units from zero to ten billion', () => {
  for (const amount of [0, 1, 99, MONEY_MAX]) expect(isMoney(amount)).toBe(true)
  expect(MONEY_MAX).toBe(10_000_000_000_00)
})

test('fractions, negative amounts, strings and numbers beyond the safe range are not money', () => {
  for (const value of [0.5, -1, MONEY_MAX + 1, Number.NaN, Infinity, '100', 100n, null, undefined, [100]])
    expect(isMoney(value), String(value)).toBe(false)
})
