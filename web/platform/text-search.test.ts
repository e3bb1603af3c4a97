import { expect, test } from 'vitest'
import { textSearch, wordsOf } from './text-search.ts'

const shelf = [
  { id: 'reserve', head: 'Reserve', body: 'The least the seller accepts.' },
  { id: 'fees', head: 'Fees', body: 'What the buyer pays on top of the hammer price, also where a reserve was met.' },
  { id: 'close', head: 'The close', body: 'A lot closes at its time.' },
]
const found = (query: string) => textSearch(shelf)(query).map(({ id }) => id)

test('a word in the head counts more than one in the body', () => {
  expect(found('reserve')).toEqual(['reserve', 'fees'])
})

test('what shares one common word of a question is left out beside what is meant', () => {
  const more = [...shelf, { id: 'pickup', head: 'Pickup', body: 'When the buyer collects the car at the lot.' }]
  expect(textSearch(more)('pickup of the lot').map(({ id }) => id)).toEqual(['pickup'])
})

test('endings do not matter', () => {
  expect(found('closing fee')).toEqual(expect.arrayContaining(['close', 'fees']))
})

test('one typo is forgiven, two are not', () => {
  expect(found('resrve')).toEqual(['reserve', 'fees'])
  expect(found('rsrve')).toEqual([])
})

test('stop words find nothing', () => {
  expect(found('what is the')).toEqual([])
  expect(found('')).toEqual([])
})

test('a word is read without accents, case and apostrophes', () => {
  expect(wordsOf('Buyer’s CAFÉ')).toEqual(['buyer', 'cafe'].map((word) => expect.stringContaining(word.slice(0, 3))))
})
