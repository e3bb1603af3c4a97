import { languageNow } from '#server/platform/language/text.ts'

/** `US` becomes `United States`, in the language of the call; an unknown code is returned unchanged. */
export function countryWords(code: string): string {
  try {
    return new Intl.DisplayNames(languageNow(), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
