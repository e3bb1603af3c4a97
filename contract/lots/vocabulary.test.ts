import { describe, expect, test } from 'vitest'
import { codeShape } from './vehicle-shapes.ts'
import { codesOf, isCode, labelOf, LANGUAGES, LIST_NAMES, optionsOf } from './vocabulary.ts'

describe('the code lists', () => {
  test('name every code in every language, and no two codes of a list alike', () => {
    for (const labels of Object.values(LANGUAGES)) {
      for (const list of LIST_NAMES) {
        expect(Object.keys(labels[list]).toSorted(), list).toEqual(codesOf(list).toSorted())
        const names = Object.values(labels[list])
        expect(new Set(names).size, list).toBe(names.length)
      }
    }
  })

  test('define a shape for valid entries', () => {
    expect(codeShape('titleBrand').safeParse('salvage').success).toBe(true)
    expect(codeShape('titleBrand').safeParse('Salvage').success).toBe(false)
  })

  test('keep a value from another list readable', () => {
    expect(labelOf('body', 'suv')).toBe('SUV')
    expect(labelOf('body', 'Shooting brake')).toBe('Shooting brake')
    expect(labelOf('body', 'toString')).toBe('toString')
    expect(isCode('body', 'Shooting brake')).toBe(false)
  })

  test('list choices in their own order', () => {
    expect(optionsOf('keys')).toEqual([
      { code: 'present', label: 'Present' },
      { code: 'none', label: 'None' },
      { code: 'not-stated', label: 'Not stated' },
    ])
  })
})
