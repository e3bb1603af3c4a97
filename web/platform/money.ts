import { minorUnits, moneyStyle } from '#contract/platform/currency.ts'
import { late } from '#web/fast-start/late.ts'
import { locale } from '#web/platform/language/language.ts'

const formats = new Map<string, { short: Intl.NumberFormat; long: Intl.NumberFormat; unit: number }>()

/** A bid, a price or a limit: whole units with the currency (`$4,250`), and cents only where there are some (`$99.50`). */
export function formatMoney(amount: number, currency: string): string {
  const { short, unit } = formatOf(currency)
  return amount % unit === 0 ? short.format(amount / unit) : formatExactMoney(amount, currency)
}

/** What is charged, paid or refunded: always with cents (`$99.00`), on the button that pays it as on its receipt. */
export function formatExactMoney(amount: number, currency: string): string {
  const { long, unit } = formatOf(currency)
  return long.format(amount / unit)
}

/** Basis points as a percentage: 1250 is `12.5%`. */
export function formatShare(basisPoints: number): string {
  return shares().format(basisPoints / 10_000)
}

const shares = late(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }))

/** What separates decimals in the language of the page. */
export function decimalMark(): string {
  return mark().text
}

const mark = late(() => ({ text: (0.5).toLocaleString(locale).charAt(1) }))

/** A number typed in the language of the page, with the marks of English: `1.234,50` in German is `1,234.50`. */
export function inEnglish(typed: string): string {
  if (decimalMark() === '.') return typed
  return typed.replaceAll(/[.,]/g, (found) => (found === '.' ? ',' : '.'))
}

function formatOf(currency: string) {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const style = moneyStyle(currency)
  const long = new Intl.NumberFormat(locale, style)
  const short = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 })
  const made = { short, long, unit: minorUnits(currency) }
  formats.set(currency, made)
  return made
}
