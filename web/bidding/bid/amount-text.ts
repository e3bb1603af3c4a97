import { minorUnits } from '#contract/platform/currency.ts'
import { decimalMark, inEnglish } from '#web/platform/money.ts'

/** Minor units as a person would type them: `4250`, or `4250.50`, with the decimal mark of the page's language. */
export function amountText(amount: number, currency: string): string {
  const unit = minorUnits(currency)
  return amount % unit === 0 ? String(amount / unit) : (amount / unit).toFixed(2).replace('.', decimalMark())
}

/** Parses a typed amount into minor units: `4250`, `4,250.00` and `$4 250` alike. Null if it is not an amount. */
export function amountFrom(text: string, currency: string): number | null {
  // Not "12,50": a comma only ends thousands.
  const typed = inEnglish(text)
  if (/,(?!\d{3}(\D|$))/.test(typed)) return null
  const plain = typed.replace(/[^\d.]/g, '')
  if (!/^\d+(\.\d{0,2})?$/.test(plain)) return null
  const amount = Math.round(Number(plain) * minorUnits(currency))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null
}
