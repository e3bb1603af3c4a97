import { expect, test } from 'vitest'
import type { LedgerLine } from '#contract/bidding/bidding.ts'
import { sentenceOf } from './history-words.ts'

const PASSED_OVER: LedgerLine = { sequence: 4, at: 1, type: 'passed-over', paddle: 101, voided: [2] }

test('a bidder passed over gives the lead to the next bid in line, or to nobody', () => {
  expect(sentenceOf({ ...PASSED_OVER, price: 10_000, leader: 102 }, 'USD')).toBe(
    'Paddle 101 can’t hold the lead; the next bid in line leads',
  )
  expect(sentenceOf({ ...PASSED_OVER, price: null, leader: null }, 'USD')).toBe(
    'Paddle 101 can’t hold the lead; no bids left',
  )
})
