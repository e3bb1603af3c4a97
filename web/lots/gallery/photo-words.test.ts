import { expect, test } from 'vitest'
import { photographWords } from './photo-words.ts'

test.each([
  [0, 0, 'no photographs'],
  [1, 0, '1 photograph'],
  [5, 0, '5 photographs'],
  [0, 12, '0 of 12 photographs'],
  [3, 12, '3 of 12 photographs'],
  [12, 12, '12 photographs'],
  [14, 12, '14 photographs'],
])('%i photographs where the file named %i are told as “%s”', (photoCount, photosExpected, words) => {
  expect(photographWords({ photoCount, photosExpected })).toBe(words)
})
