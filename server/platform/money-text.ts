import { localeNow } from './language/text.ts'

const formats = new Map<string, { format: Intl.NumberFormat; digits: number }>()

/** Minor units with their currency, as on documents: `$1,234.50`, in the language of the call. Exact: no floating-point arithmetic. */
export function moneyText(amount: number, currency: string): string {
  const { format, digits } = formatOf(currency)
  return format.format(decimalText(amount, digits) as Intl.StringNumericLiteral)
}

/** Basis points as a percentage: `8.25%`, in the language of the call. */
export function shareText(basisPoints: number): string {
  return new Intl.NumberFormat(localeNow(), { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
}

/** Minor units as a plain number for other programs: `1234.50`. */
export function plainAmount(amount: number, currency: string): string {
  return decimalText(amount, formatOf(currency).digits)
}

/** Digits after the point: 2 for USD, 0 for JPY. */
export function fractionDigits(currency: string): number {
  return formatOf(currency).digits
}

function decimalText(amount: number, digits: number): string {
  if (digits === 0) return String(amount)
  const figures = String(Math.abs(amount)).padStart(digits + 1, '0')
  return `${amount < 0 ? '-' : ''}${figures.slice(0, -digits)}.${figures.slice(-digits)}`
}

function formatOf(currency: string) {
  const locale = localeNow()
  const known = formats.get(`${locale} ${currency}`)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const made = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 }
  formats.set(`${locale} ${currency}`, made)
  return made
}
