import { FIELDS } from '#contract/lots/vehicle-fields.ts'
import { ENGLISH } from '#contract/lots/vocabulary.ts'

/** Texts of the contract that people see in a language: shown with `translated`. */
export function contractTexts(top: 'web' | 'server'): [english: string, file: string][] {
  if (top === 'server') return []
  return [
    ...Object.values(ENGLISH).flatMap((list) =>
      Object.values(list).map((label): [string, string] => [label, 'contract/lots/vocabulary.ts']),
    ),
    ...FIELDS.map(({ label }): [string, string] => [label, 'contract/lots/vehicle-fields.ts']),
  ]
}
