import { fractionDigits, moneyStyle } from '#contract/platform/currency.ts'
import { localeNow } from './language/text.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Minor units with their currency, as on documents: `$1,234.50`, in the language of the call. Exact: no floating-point arithmetic. */
export function moneyText(amount: number, currency: string): string {
  return formatOf(currency).format(plainAmount(amount, currency) as Intl.StringNumericLiteral)
}

/**
 * The written decimals of an amount as digits of its minor units: `5` is `50` for USD. Null: more than the currency has; files that write
 * every amount with decimals have `00` after one in a currency without any.
 */
export function fullDecimals(written: string, digits: number): string | null {
  const kept = digits === 0 ? written.replace(/^00?$/, '') : written
  return /^\d*$/.test(kept) && kept.length <= digits ? kept.padEnd(digits, '0') : null
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
