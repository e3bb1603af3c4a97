import { expect, test } from 'vitest'
import { closingWords } from './closing-words.ts'

test('a close moved by late bids is not shown as upcoming', () => {
  expect(closingWords(1_000_000, 999_999)).toMatch(/^Closes /)
  expect(closingWords(1_000_000, 1_000_000)).toBe('Closing now')
  expect(closingWords(null, 5)).toBe('Live auction')
})

test('a lot that may be over is not called open, and one that is over is called closed', () => {
  expect(closingWords(1_000_000, 999_999, null)).toMatch(/^Closes /)
  expect(closingWords(1_000_000, 1_000_000, null)).toMatch(/^Was scheduled to close /)
  expect(closingWords(null, 5, null)).toBe('Live auction')
  expect(closingWords(1_000_000, 5, false)).toBe('Closed')
  expect(closingWords(null, 5, false)).toBe('Closed')
})
