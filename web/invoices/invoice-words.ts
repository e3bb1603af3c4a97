import { t, translated } from '#web/platform/language/text.ts'
import type { Invoice, InvoiceDetail, Document } from '#contract/invoices/invoices.ts'
import { formatExactMoney } from '#web/platform/money.ts'

const KINDS: Record<Document['kind'], string> = {
  sale: t`Invoice`,
  'late-fee': t`Late fee`,
  storage: t`Storage`,
  'credit-note': t`Credit note`,
}

/** The kind of a document, in a word or two. */
export function kindWords(kind: Document['kind']): string {
  return KINDS[kind]
}

/** What an invoice is for, in the list: the vehicle, preceded by the kind of charge. */
export function subjectWords({ kind, title }: Pick<Invoice, 'kind' | 'title'>): string {
  return kind === 'sale' ? title : `${KINDS[kind]}: ${title}`
}

/** What leads to an invoice that is to be paid. */
export function payWords({ owed, currency, pendingPayment }: Invoice): string {
  return pendingPayment === null ? t`Pay ${formatExactMoney(owed, currency)}` : t`View payment`
}

const HISTORY: Record<InvoiceDetail['history'][number]['what'], string> = {
  issued: t`Issued`,
  reminded: t`Reminder sent`,
  payment: t`Payment received`,
  paid: t`Paid in full`,
  overdue: t`Overdue`,
  charged: t`Charge added`,
  credited: t`Credit note issued`,
  refunded: t`Refund requested`,
  'refund-sent': t`Refund sent`,
  'charged-back': t`Reversed by the payer’s bank`,
  'payment-undone': t`Payment reversed: it was for something else`,
  cancelled: t`Canceled`,
  collected: t`Vehicle collected`,
  resent: t`Resent`,
}

/** The same events when no money moved, only credit. */
const BY_CREDIT: Partial<Record<InvoiceDetail['history'][number]['what'], string>> = {
  refunded: t`Returned to credit`,
  'payment-undone': t`Credit reversed`,
}

/** An event and, where money moved, how. */
export function historyWords({ what, words }: Pick<InvoiceDetail['history'][number], 'what' | 'words'>): string {
  const byCredit = words === 'credit' ? BY_CREDIT[what] : undefined
  return byCredit ?? (words === null ? HISTORY[what] : `${HISTORY[what]}: ${sourceWords(words)}`)
}

/** Where money came from, or the label of the charge. */
function sourceWords(words: string): string {
  if (words === 'stripe') return t`by card`
  if (words === 'transfer') return t`by bank transfer`
  if (words === 'credit') return t`from credit`
  return words === 'sandbox' ? t`test payment, no charge` : translated(words)
}
