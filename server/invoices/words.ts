const moneyFormats = new Map<string, { format: Intl.NumberFormat; unit: number }>()

/** Minor units as they stand on papers: `$1,355.20`. */
export function moneyWords(amount: number, currency: string): string {
  const { format, unit } = moneyFormat(currency)
  return format.format(amount / unit)
}

/** Minor units as a plain figure for spreadsheets: `1355.20`. */
export function moneyFigure(amount: number, currency: string): string {
  const { format, unit } = moneyFormat(currency)
  return (amount / unit).toFixed(format.resolvedOptions().maximumFractionDigits ?? 2)
}

function moneyFormat(currency: string) {
  const known = moneyFormats.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const made = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
  moneyFormats.set(currency, made)
  return made
}

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
