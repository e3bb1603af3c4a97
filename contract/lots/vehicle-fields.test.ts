import { expect, test } from 'vitest'
import { columnOf, FIXED_FIELDS, IMPORT_FIELDS } from './import.ts'
import { Vehicle } from './lots.ts'
import { FIELDS, type NamedField } from './vehicle-fields.ts'
import { factWords } from './vehicle-words.ts'
import { VehicleEntry } from './vehicles.ts'

const of = (own: Partial<NamedField>) => ({ name: 'engine', label: 'Engine', kind: 'text', ...own }) as NamedField

test('every field has what its kind needs, and labels and facets are unique', () => {
  const incomplete = FIELDS.filter(
    ({ kind, list, max }) => (kind === 'code') !== (list !== undefined) || (kind === 'text') !== (max !== undefined),
  )
  expect(incomplete).toEqual([])
  const names = [
    ...FIELDS.map(({ label }) => label),
    ...FIELDS.flatMap(({ facet }) => (facet ? [`facet ${facet}`] : [])),
  ]
  expect(new Set(names).size).toBe(names.length)
})

test('every field can be entered, and all but staff fields are read with the lot', () => {
  const entered = Object.keys(VehicleEntry.shape)
  const read = Object.keys(Vehicle.shape)
  for (const { name, seenBy } of FIELDS) {
    expect(entered).toContain(name)
    expect(read.includes(name), name).toBe(seenBy !== 'staff')
  }
})

test('no import column name matches two fields', () => {
  const heads = IMPORT_FIELDS.flatMap((field) =>
    columnOf(field)
      .heads.split('|')
      .map((head) => ({ head, field })),
  )
  const twice = heads.filter(({ head, field }) => heads.some((one) => one.head === head && one.field !== field))
  expect(twice.filter(({ head }) => head !== '')).toEqual([])
  expect(FIXED_FIELDS).toEqual(['body', 'titleBrand', 'runState', 'keys', 'location', 'sellerKind'])
})

test.each([
  ['a code', of({ kind: 'code', list: 'drive' }), 'all', 'All-wheel drive'],
  ['a word from before the lists', of({ kind: 'code', list: 'drive' }), 'Chain', 'Chain'],
  ['a flag', of({ kind: 'flag' }), false, 'No'],
  ['a number', of({ kind: 'number' }), 0, '0'],
  ['lines', of({ kind: 'lines' }), ['Tow bar', 'Roof rack'], 'Tow bar; Roof rack'],
  ['nothing', of({ kind: 'lines' }), [], null],
  ['what was never said', of({ kind: 'day' }), undefined, null],
] as const)('%s is said in words', (_, field, value, words) => {
  expect(factWords(field, value)).toBe(words)
})
