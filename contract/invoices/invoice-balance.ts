import type { Invoice } from './invoices.ts'

/** A row below an invoice's total; `amount` in minor units, negative for deductions. */
export type BalanceRow = { label: string; amount: number }

/**
 * The rows from an invoice's total to the balance due, if credit paid part of it; for the printed invoice and the page. Empty if no credit
 * is used or it was refunded: then only the total is shown, as issued.
 */
export function balanceRows({ creditUsed, paid, credited, owed }: Balance): BalanceRow[] {
  if (creditUsed === 0) return []
  const rows = [
    { label: 'Credit notes', amount: -credited },
    { label: 'Credit used', amount: -creditUsed },
    { label: 'Paid', amount: creditUsed - paid },
  ]
  return [...rows.filter(({ amount }) => amount !== 0), { label: 'Balance due', amount: owed }]
}

export type Balance = Pick<Invoice, 'creditUsed' | 'paid' | 'credited' | 'owed'>
