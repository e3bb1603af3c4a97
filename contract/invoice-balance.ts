import type { Invoice } from './invoices.ts'

/** A row below an invoice's total; `amount` in minor units, negative where it is taken off. */
export type BalanceRow = { label: string; amount: number }

/**
 * From an invoice's total to what is left to pay, where credit paid some of it: on the printed invoice and on the page. Empty where no
 * credit is used, or it was given back: the total stands alone, as it was issued.
 */
export function balanceRows({ creditUsed, paid, credited, owed }: Balance): BalanceRow[] {
  if (creditUsed === 0) return []
  const rows = [
    { label: 'Credit notes', amount: -credited },
    { label: 'Credit used', amount: -creditUsed },
    { label: 'Paid', amount: creditUsed - paid },
  ]
  return [...rows.filter(({ amount }) => amount !== 0), { label: 'Left to pay', amount: owed }]
}

export type Balance = Pick<Invoice, 'creditUsed' | 'paid' | 'credited' | 'owed'>
