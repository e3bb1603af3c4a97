import type { Invoice, InvoiceDetail, Document } from '#contract/invoices/invoices.ts'

const KINDS: Record<Document['kind'], string> = {
  sale: 'Invoice',
  'late-fee': 'Late fee',
  storage: 'Storage',
  'credit-note': 'Credit note',
}

/** The kind of a document, in a word or two. */
export function kindWords(kind: Document['kind']): string {
  return KINDS[kind]
}

/** What an invoice is for, in the list: the vehicle, preceded by the kind of charge. */
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
  'refund-sent': 'Refund sent',
  'charged-back': 'Reversed by the payer’s bank',
  'payment-undone': 'Payment reversed: it was for something else',
  cancelled: 'Canceled',
  collected: 'Vehicle collected',
  resent: 'Resent',
}

/** The same events when no money moved, only credit. */
const BY_CREDIT: Partial<Record<InvoiceDetail['history'][number]['what'], string>> = {
  refunded: 'Returned to credit',
  'payment-undone': 'Credit reversed',
}

/** An event and, where money moved, how. */
export function historyWords({ what, words }: Pick<InvoiceDetail['history'][number], 'what' | 'words'>): string {
  const byCredit = words === 'credit' ? BY_CREDIT[what] : undefined
  return byCredit ?? (words === null ? HISTORY[what] : `${HISTORY[what]}: ${sourceWords(words) ?? ''}`)
}

/** Where money came from: the display name of the payment's provider. */
function sourceWords(words: string | null): string | null {
  if (words === 'stripe') return 'by card'
  if (words === 'transfer') return 'by bank transfer'
  if (words === 'credit') return 'from credit'
  return words === 'sandbox' ? 'test payment, no charge' : words
}
