import { minorUnits } from '#web/platform/money.ts'

/** What a person typed as an amount, in minor units: `4250`, `4,250.00` and `$4 250` alike. Null where it is none. */
export function amountFrom(text: string, currency: string): number | null {
  const plain = text.replace(/[^\d.]/g, '')
  if (!/^\d+(\.\d{0,2})?$/.test(plain)) return null
  const amount = Math.round(Number(plain) * minorUnits(currency))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null
}
