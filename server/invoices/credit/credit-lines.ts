import { shareOf } from '#contract/invoices/costs.ts'
import type { InvoiceLine } from '#contract/invoices/invoices.ts'
import type { CreditLine } from './credit-store.ts'

/** A request to credit `amount` (before tax, minor units) of the line with that index. */
export type CreditWish = { line: number; amount: number }

/** The uncredited rest of each line: amount before tax, and tax. */
export function leftOf(
  lines: readonly InvoiceLine[],
  credits: readonly CreditLine[],
): { amount: number; tax: number }[] {
  return lines.map(({ amount, tax }, index) => {
    const own = credits.filter(({ of }) => of === index)
    return {
      amount: amount - own.reduce((sum, credit) => sum + credit.amount, 0),
      tax: tax - own.reduce((sum, credit) => sum + credit.tax, 0),
    }
  })
}

/**
 * The lines of a credit note; null when more is requested than remains. Tax is credited with its line: crediting the last of a line
 * credits all of its remaining tax, so that partial credits never differ from the whole by a cent.
 */
export function creditLines(
  lines: readonly InvoiceLine[],
  credits: readonly CreditLine[],
  wishes: readonly CreditWish[],
): CreditLine[] | null {
  const left = leftOf(lines, credits)
  const credited: CreditLine[] = []
  for (const { line: of, amount } of wishes) {
    const line = lines[of]
    const rest = left[of]
    if (line === undefined || rest === undefined || amount > rest.amount) return null
    const tax = amount === rest.amount ? rest.tax : Math.min(rest.tax, shareOf(amount, line.taxBasisPoints))
    left[of] = { amount: rest.amount - amount, tax: rest.tax - tax }
    credited.push({ ...line, amount, tax, of })
  }
  return credited
}

/** The uncredited rest of every line. */
export function everything(lines: readonly InvoiceLine[], credits: readonly CreditLine[]): CreditWish[] {
  return leftOf(lines, credits).flatMap(({ amount }, line) => (amount > 0 ? [{ line, amount }] : []))
}
