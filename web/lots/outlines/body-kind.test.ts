import { expect, test } from 'vitest'
import { ENGLISH } from '#contract/vocabulary-english.ts'
import { bodyKindOf } from './body-kind.ts'

test('every body of the trade’s list has the same drawing by its code and by its word, and only saloons that of a saloon', () => {
  const bodies = Object.entries(ENGLISH.body)
  expect(bodies.filter(([code, word]) => bodyKindOf(code) !== bodyKindOf(word))).toEqual([])
  expect(bodies.filter(([code]) => bodyKindOf(code) === 'sedan').map(([code]) => code)).toEqual(['saloon', 'other'])
})

test.each([
  ['Tipper', 'truck'],
  ['Tractor unit', 'truck'],
  ['Chassis cab', 'truck'],
  ['MPV', 'van'],
  ['Minivan', 'van'],
  ['Motorhome', 'van'],
  ['Estate', 'estate'],
  ['Sedan', 'sedan'],
])('%s is drawn as a %s', (word, kind) => {
  expect(bodyKindOf(word)).toBe(kind)
})
