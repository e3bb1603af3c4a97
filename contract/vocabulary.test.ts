import { describe, expect, test } from 'vitest'
import { Code } from './vocabulary-shapes.ts'
import { isCode, LIST_NAMES, VOCABULARY } from './vocabulary.ts'
import { labelOf, LANGUAGES, optionsOf } from './vocabulary-labels.ts'

describe('the lists of the trade', () => {
  test('name every code in every language, and no two codes of a list alike', () => {
    for (const labels of Object.values(LANGUAGES)) {
      for (const list of LIST_NAMES) {
        expect(Object.keys(labels[list]).toSorted(), list).toEqual(VOCABULARY[list].toSorted())
        const names = Object.values(labels[list])
        expect(new Set(names).size, list).toBe(names.length)
      }
    }
  })

  test('have a shape for what may be entered, one each', () => {
    expect(Object.keys(Code).toSorted()).toEqual(LIST_NAMES.toSorted())
    expect(Code.titleBrand.safeParse('salvage').success).toBe(true)
    expect(Code.titleBrand.safeParse('Salvage').success).toBe(false)
  })

  test('leave a word of another list readable as it is', () => {
    expect(labelOf('body', 'suv')).toBe('SUV')
    expect(labelOf('body', 'Shooting brake')).toBe('Shooting brake')
    expect(labelOf('body', 'toString')).toBe('toString')
    expect(isCode('body', 'Shooting brake')).toBe(false)
  })

  test('come as choices in their own order', () => {
    expect(optionsOf('keys')).toEqual([
      { code: 'present', label: 'Present' },
      { code: 'none', label: 'None' },
      { code: 'not-stated', label: 'Not stated' },
    ])
  })
})
