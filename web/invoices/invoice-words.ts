import type { Invoice, InvoiceDetail, Paper } from '#contract/invoices.ts'

const KINDS: Record<Paper['kind'], string> = {
  sale: 'Invoice',
  'late-fee': 'Late fee',
  storage: 'Storage',
  'credit-note': 'Credit note',
}

/** What a paper is, in a word or two. */
export function kindWords(kind: Paper['kind']): string {
  return KINDS[kind]
}

/** What an invoice is for, in the list: the vehicle, and before it what a charge is. */
export function subjectWords({ kind, title }: Pick<Invoice, 'kind' | 'title'>): string {
  return kind === 'sale' ? title : `${KINDS[kind]}: ${title}`
}

const HISTORY: Record<InvoiceDetail['history'][number]['what'], string> = {
  issued: 'Issued',
  reminded: 'Reminder sent',
  payment: 'Payment received',
  paid: 'Paid in full',
  overdue: 'Overdue',
  charged: 'Charge added',
  credited: 'Credit note issued',
  refunded: 'Refund requested',
  'refund-sent': 'Money sent back',
  'charged-back': 'Taken back by the payer’s bank',
  'payment-undone': 'Payment undone: it had come for something else',
  cancelled: 'Cancelled',
  collected: 'Vehicle collected',
  resent: 'Sent again',
}

export function historyWords(what: InvoiceDetail['history'][number]['what']): string {
  return HISTORY[what]
}

/** Where money came from, as the payment's provider is called among people. */
export function sourceWords(words: string | null): string | null {
  if (words === 'stripe') return 'by card'
  if (words === 'transfer') return 'by bank transfer'
  if (words === 'credit') return 'from credit'
  return words === 'sandbox' ? 'in the sandbox; no money moved' : words
}
