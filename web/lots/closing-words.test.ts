import { expect, test } from 'vitest'
import { closingWords } from './closing-words.ts'

test('a close that late bids have moved is not told as if it were to come', () => {
  expect(closingWords(1_000_000, 999_999)).toMatch(/^Closes /)
  expect(closingWords(1_000_000, 1_000_000)).toBe('Closing now')
  expect(closingWords(null, 5)).toBe('Live sale: comes up in its turn')
})

test('a lot that may be over is not called open, and one that is over is called closed', () => {
  expect(closingWords(1_000_000, 999_999, null)).toMatch(/^Closes /)
  expect(closingWords(1_000_000, 1_000_000, null)).toMatch(/^Was to close /)
  expect(closingWords(null, 5, null)).toBe('In the live sale')
  expect(closingWords(1_000_000, 5, false)).toBe('Closed')
  expect(closingWords(null, 5, false)).toBe('Closed')
})
