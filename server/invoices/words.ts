import { languageNow, localeNow } from '#server/platform/language/text.ts'

/** Basis points as a percentage: `8.25%`. */
export function shareWords(basisPoints: number): string {
  return new Intl.NumberFormat(localeNow(), { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
}

/** `US` becomes `United States`, in the language of the call; an unknown code is returned unchanged. */
export function countryWords(code: string): string {
  try {
    return new Intl.DisplayNames(languageNow(), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
