import { expect, test } from 'vitest'
import type { LotSummary } from '#contract/lots/lots.ts'
import { arrangeLots, endedWords, lotOnNow, resultsOf } from './arrange-lots.ts'
import { ADA, standing } from '../lot.test-support.ts'

const TITLES = ['2014 Kiri Urban', '2019 Škoda Karoq', '1966 Kiri Classic', '2021 Volta E-Van']
const LOTS = TITLES.map((title, index): LotSummary => ({
  id: `lot-${index}`,
  lotNumber: 1001 + index,
  auctionId: 'auction',
  vehicleId: `vehicle-${index}`,
  title,
  currency: 'USD',
  heroPhoto: null,
  opensAt: 0,
  scheduledCloseAt: 1000 * (index + 1),
  closedAt: null,
}))
const STANDINGS = new Map([
  ['lot-0', standing({ lotId: 'lot-0', status: 'sold', price: 900_00, bidCount: 2, closesAt: 1000 })],
  ['lot-1', standing({ lotId: 'lot-1', price: 1200_00, bidCount: 9, closesAt: 9000, leader: ADA })],
  ['lot-2', standing({ lotId: 'lot-2', price: 300_00, bidCount: 4, closesAt: 3000 })],
])

const numbers = (own: Partial<Parameters<typeof arrangeLots>[2]>) =>
  arrangeLots(LOTS, STANDINGS, { q: '', sort: 'run', show: 'all', ...own }, ADA).map(({ lotNumber }) => lotNumber)

test('an auction is searched by number and by words in any order, with accents or without', () => {
  expect(numbers({ q: 'kiri' })).toEqual([1001, 1003])
  expect(numbers({ q: 'skoda' })).toEqual([1002])
  expect(numbers({ q: 'classic 1966' })).toEqual([1003])
  expect(numbers({ q: '1004' })).toEqual([1004])
  expect(numbers({ q: 'tractor' })).toEqual([])
})

test('lots are sorted by what is known of them, and what is not known comes last', () => {
  expect(numbers({ sort: 'high' })).toEqual([1002, 1001, 1003, 1004])
  expect(numbers({ sort: 'low' })).toEqual([1003, 1001, 1002, 1004])
  expect(numbers({ sort: 'bids' })).toEqual([1002, 1003, 1001, 1004])
  expect(numbers({ sort: 'closing' })).toEqual([1003, 1004, 1002, 1001])
})

test('an auction shows what is left, what has ended, or where one leads', () => {
  expect(numbers({ show: 'left' })).toEqual([1002, 1003, 1004])
  expect(numbers({ show: 'results' })).toEqual([1001])
  expect(numbers({ show: 'leading' })).toEqual([1002])
})

test('the lot on now is the open one that ends first, and results are counted', () => {
  expect(lotOnNow(LOTS, STANDINGS)?.lotNumber).toBe(1003)
  expect(lotOnNow(LOTS, new Map())).toBeNull()
  expect(resultsOf(STANDINGS)).toEqual({ sold: 1, passed: 0, reserveNotMet: 0, withdrawn: 0, open: 2, left: 2 })
})

test('the line on an auction says of each lot that has ended how it did, also of withdrawn ones', () => {
  const results = { sold: 3, passed: 0, reserveNotMet: 2, withdrawn: 7, open: 0, left: 0 }
  expect(endedWords(results)).toEqual(['3 sold', '2 below the reserve', '7 withdrawn'])
})
