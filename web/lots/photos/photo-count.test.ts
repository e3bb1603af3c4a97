import { expect, test } from 'vitest'
import { photoWords } from './photo-count.ts'

test.each([
  [0, 0, 'no photos'],
  [1, 0, '1 photo'],
  [5, 0, '5 photos'],
  [0, 12, '0 of 12 photos'],
  [3, 12, '3 of 12 photos'],
  [12, 12, '12 photos'],
  [14, 12, '14 photos'],
])('%i photos where the file named %i are shown as “%s”', (photoCount, photosExpected, words) => {
  expect(photoWords({ photoCount, photosExpected })).toBe(words)
})
