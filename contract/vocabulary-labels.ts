import { ENGLISH } from './vocabulary-english.ts'
import { VOCABULARY, type CodeOf, type Labels, type ListName } from './vocabulary.ts'

export const LANGUAGES = { en: ENGLISH } as const satisfies Record<string, Labels>
export type Language = keyof typeof LANGUAGES

/** What a code is called. A word that is no code of the list is its own name. */
export function labelOf(list: ListName, value: string, language: Language = 'en'): string {
  const labels: Readonly<Record<string, string>> = LANGUAGES[language][list]
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}

/** The codes of a list with their names, in the list's own order: for choices and for facets. */
export function optionsOf<L extends ListName>(
  list: L,
  language: Language = 'en',
): { code: CodeOf<L>; label: string }[] {
  const codes: readonly CodeOf<L>[] = VOCABULARY[list]
  return codes.map((code) => ({ code, label: labelOf(list, code, language) }))
}
