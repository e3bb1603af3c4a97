import { type InvoiceDetail, linkCreditNote } from '#contract/invoices/invoices.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { paths } from '#web/paths.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { InvoiceState } from './invoice-state.tsx'
import { historyWords, kindWords } from './invoice-words.ts'
import { OpenDocument } from './open-document.tsx'

/** Credit notes of an invoice. `link`: how to get a PDF; cashiers have another way. */
export function CreditNotes({
  detail,
  link = (creditNoteId) => call(linkCreditNote, { params: { creditNoteId } }),
}: {
  detail: InvoiceDetail
  link?: (creditNoteId: string) => Promise<{ url: string }>
}) {
  const money = (amount: number) => formatExactMoney(amount, detail.invoice.currency)
  if (detail.creditNotes.length === 0) return <p className="text-slate">{t`None.`}</p>
  return (
    <ul className="border-b border-line">
      {detail.creditNotes.map((note) => (
        <li key={note.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
          <span className="min-w-0">
            <span className="block font-semibold">
              {note.number}, {money(note.total)}
            </span>
            <span className="block text-sm text-slate">
              {formatInstant(note.issuedAt)}: {translated(note.reason)}
              {note.refund > 0 ? ` ${t`${money(note.refund)} to be refunded.`}` : ''}
            </span>
          </span>
          <OpenDocument size="sm" link={() => link(note.id)}>
            <Trans>
              PDF<span className="sr-only"> of credit note {note.number}</span>
            </Trans>
          </OpenDocument>
        </li>
      ))}
    </ul>
  )
}

/** Other invoices of the same lot: the sale's, its late fee, storage. */
export function RelatedInvoices({
  detail,
  to = paths.invoice,
}: {
  detail: InvoiceDetail
  to?: (invoiceId: string) => string
}) {
  return (
    <ul className="border-b border-line">
      {detail.related.map((other) => (
        <li key={other.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-1">
          <BackLink href={to(other.id)}>
            {kindWords(other.kind)} {other.number}, {formatExactMoney(other.total, other.currency)}
          </BackLink>
          <InvoiceState state={other.state} />
        </li>
      ))}
    </ul>
  )
}

/** The history of an invoice, the latest last. */
export function History({ detail }: { detail: InvoiceDetail }) {
  return (
    <ol className="border-b border-line">
      {detail.history.map(({ at, what, amount, words }, index) => (
        <li
          key={`${at} ${index}`}
          className="grid grid-cols-1 gap-x-4 border-t border-line py-2 text-sm sm:grid-cols-[13rem_1fr_auto]"
        >
          <span className="text-slate">{formatInstant(at)}</span>
          <span>{historyWords({ what, words })}</span>
          <span className="tabular">{amount === null ? '' : formatExactMoney(amount, detail.invoice.currency)}</span>
        </li>
      ))}
    </ol>
  )
}
