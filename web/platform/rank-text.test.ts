import { expect, test } from 'vitest'
import { oneSlip, rankText, wordsOf } from './rank-text.ts'

const shelf = [
  { id: 'reserve', head: 'Reserve', body: 'The least the seller accepts.' },
  { id: 'fees', head: 'Fees', body: 'What the buyer pays on top of the hammer price, also where a reserve was met.' },
  { id: 'close', head: 'The close', body: 'A lot closes at its time.' },
]
const found = (query: string) => rankText(shelf, query).map(({ item }) => item.id)

test('a word in the head counts more than one in the body', () => {
  expect(found('reserve')).toEqual(['reserve', 'fees'])
})

test('endings do not matter', () => {
  expect(found('closing fee')).toEqual(expect.arrayContaining(['close', 'fees']))
})

test('one slip of the finger is forgiven, two are not', () => {
  expect(found('resrve')).toEqual(['reserve', 'fees'])
  expect(found('rsrve')).toEqual([])
})

test('words that say nothing find nothing', () => {
  expect(found('what is the')).toEqual([])
  expect(found('')).toEqual([])
})

test('a word is read without accents, case and apostrophes', () => {
  expect(wordsOf('Buyer’s CAFÉ')).toEqual(['buyer', 'cafe'].map((word) => expect.stringContaining(word.slice(0, 3))))
})

test.each([
  ['abcd', 'abcd', true],
  ['abcd', 'abxd', true],
  ['abcd', 'abd', true],
  ['abcd', 'abxcd', true],
  ['abcd', 'bacd', true],
  ['abcd', 'badc', false],
  ['abcd', 'abcdef', false],
])('%s and %s: within one slip is %s', (one, other, within) => {
  expect(oneSlip(one, other)).toBe(within)
})
