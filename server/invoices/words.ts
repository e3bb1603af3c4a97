/** The day of an instant in a time zone: `20 November 2026`. */
export function dayWords(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at)
}

/** Basis points as a percentage: `8.25 %`. */
export function shareWords(basisPoints: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(basisPoints / 100)} %`
}

/** `US` as `United States`; what is no country stays as it is. */
export function countryWords(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
