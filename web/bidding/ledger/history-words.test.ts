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

test('“you” stands next to the reader’s own paddle, whichever of the two in a sentence it is', () => {
  const line: LedgerLine = { sequence: 2, at: 1, type: 'bid-placed', paddle: 102, kind: 'maximum' }
  const taken: LedgerLine = { ...line, reason: { code: 'took-the-lead', from: 101, price: 205_000, increment: 5000 } }
  expect(sentenceOf(taken, 'USD', 102)).toBe('Paddle 102 (you) set a maximum and took the lead from paddle 101')
  expect(sentenceOf(taken, 'USD', 101)).toBe('Paddle 102 set a maximum and took the lead from paddle 101 (you)')
  expect(sentenceOf(taken, 'USD')).toBe('Paddle 102 set a maximum and took the lead from paddle 101')
})
