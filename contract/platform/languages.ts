/**
 * The languages offered to people, each with its own name for itself. `locale`: how numbers, money and dates are written. `capitalNouns`:
 * also within a sentence. Every text of each is translated: `test/texts.test.ts`.
 */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-US' },
  es: { name: 'Español', locale: 'es-US' },
  de: { name: 'Deutsch', locale: 'de-DE', capitalNouns: true },
} as const
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]]

/** The first wanted language that we have; English without one. `wanted`: such as `es-MX` or `en`, best first. */
export function languageIn(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGE_CODES.find((code) => tag.toLowerCase().split('-')[0] === code)
    if (found !== undefined) return found
  }
  return 'en'
}
