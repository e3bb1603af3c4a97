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
