/** The languages offered to people. Every text of each is translated: `test/texts.test.ts`. */
export const LANGUAGE_CODES = ['en', 'es'] as const
export type Language = (typeof LANGUAGE_CODES)[number]

/** Each in its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' }

/** The first wanted language that we have; English without one. `wanted`: such as `es-MX` or `en`, best first. */
export function languageIn(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGE_CODES.find((code) => tag.toLowerCase().split('-')[0] === code)
    if (found !== undefined) return found
  }
  return 'en'
}
