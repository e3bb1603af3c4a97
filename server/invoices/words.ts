/** Basis points as a percentage: `8.25%`. */
export function shareWords(basisPoints: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(basisPoints / 100)}%`
}

/** `US` becomes `United States`; an unknown code is returned unchanged. */
export function countryWords(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
