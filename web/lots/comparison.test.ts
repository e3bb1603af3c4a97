import { beforeEach, describe, expect, test } from 'vitest'
import { comparedLots, comparisonPath, lotsOfComparison, toggleCompared } from './comparison.ts'

beforeEach(() => {
  for (const lot of comparedLots()) toggleCompared(lot)
})

describe('lots chosen to be compared', () => {
  test('are four at most: a fifth is refused, and those that were chosen stay', () => {
    for (const lot of [1001, 1002, 1003, 1004]) expect(toggleCompared(lot)).toBe(true)
    expect(toggleCompared(1005)).toBe(false)
    expect(comparedLots()).toEqual([1001, 1002, 1003, 1004])
    expect(toggleCompared(1003)).toBe(true)
    expect(toggleCompared(1005)).toBe(true)
    expect(comparedLots()).toEqual([1001, 1002, 1004, 1005])
  })

  test('have an address that lists them all and is read back', () => {
    expect(comparisonPath([1001, 1002, 1003])).toBe('/lot/1001?compare=1002,1003')
    expect(lotsOfComparison(1001, '1002,1003')).toEqual([1001, 1002, 1003])
    expect(lotsOfComparison(1001, null)).toBeNull()
  })

  test('that an address names twice, wrongly or too often are left out', () => {
    expect(lotsOfComparison(1001, '1001,1002,-4,x,1.5,1002,,1003,1004,1005')).toEqual([1001, 1002, 1003, 1004])
    expect(lotsOfComparison(1001, '')).toEqual([1001])
  })
})
