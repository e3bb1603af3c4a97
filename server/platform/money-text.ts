import { fractionDigits, moneyStyle } from '#contract/platform/currency.ts'
import { localeNow } from './language/text.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Minor units with their currency, as on documents: `$1,234.50`, in the language of the call. Exact: no floating-point arithmetic. */
export function moneyText(amount: number, currency: string): string {
  return formatOf(currency).format(plainAmount(amount, currency) as Intl.StringNumericLiteral)
}

/** Basis points as a percentage: `8.25%`, in the language of the call. */
export function shareText(basisPoints: number): string {
  return new Intl.NumberFormat(localeNow(), { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
}

/** Minor units as a plain number for other programs: `1234.50`. */
export function plainAmount(amount: number, currency: string): string {
  const digits = fractionDigits(currency)
  if (digits === 0) return String(amount)
  const figures = String(Math.abs(amount)).padStart(digits + 1, '0')
  return `${amount < 0 ? '-' : ''}${figures.slice(0, -digits)}.${figures.slice(-digits)}`
}

function formatOf(currency: string) {
  const locale = localeNow()
  const known = formats.get(`${locale} ${currency}`)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, moneyStyle(currency))
  formats.set(`${locale} ${currency}`, made)
  return made
}
