import { t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type InvoiceDetail, linkInvoice } from '#contract/invoices/invoices.ts'
import { linkReceipt } from '#contract/payments/payments.ts'
import { ReceiptButton } from '#web/payments/receipt-button.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatDate } from '#web/platform/time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ForecastList } from './forecast-list.tsx'
import { CreditNotes, History, RelatedInvoices } from './invoice-records.tsx'
import { InvoiceState, isOpen } from './invoice-state.tsx'
import { subjectWords } from './invoice-words.ts'
import { OpenDocument } from './open-document.tsx'
import { DocumentView } from './document-view.tsx'
import { Pickup } from './pickup.tsx'
import { PayInvoice } from './pay-invoice.tsx'
import { useInvoice } from './use-invoices.ts'

/** One invoice: its state, payment, charges that can still come, the document, credit notes, history. */
export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const { data, error, refetch } = useInvoice(invoiceId)
  return (
    <>
      <p className="mb-6 print:hidden">
        <BackLink href={paths.invoices}>{t`All invoices`}</BackLink>
      </p>
      {data !== undefined ? (
        <Detail detail={data} />
      ) : error === null ? (
        <Skeleton className="h-96" />
      ) : (
        <RequestFailed title={t`We couldn’t load this invoice`} failure={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

function Detail({ detail }: { detail: InvoiceDetail }) {
  const { invoice, document, forecast, related, creditNotes } = detail
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[1fr_26rem]">
      <div className="flex min-w-0 flex-col gap-8 lg:order-2">
        <Standing detail={detail} />
        <div className="flex flex-col gap-8 print:hidden">
          {isOpen(invoice) ? <PayInvoice invoice={invoice} primary /> : null}
          {invoice.kind === 'sale' && invoice.state === 'paid' ? <Pickup detail={detail} /> : null}
          <OpenDocument
            link={() => call(linkInvoice, { params: { invoiceId: invoice.id } })}
          >{t`Download PDF`}</OpenDocument>
          {detail.receipts.length === 0 ? null : <Receipts detail={detail} />}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <Part title={t`Invoice`}>
          <DocumentView document={document} balance={invoice} />
        </Part>
        <Part title={t`Possible charges`}>
          <p className="mb-3 text-slate">{t`We can’t charge anything that isn’t on this list.`}</p>
          <ForecastList forecast={forecast} currency={invoice.currency} />
        </Part>
        {related.length === 0 ? null : (
          <Part title={t`Other invoices for this lot`}>
            <RelatedInvoices detail={detail} />
          </Part>
        )}
        {creditNotes.length === 0 ? null : (
          <Part title={t`Credit notes`}>
            <CreditNotes detail={detail} />
          </Part>
        )}
        <Part title={t`History`}>
          <History detail={detail} />
        </Part>
      </div>
    </div>
  )
}

function Receipts({ detail: { receipts } }: { detail: InvoiceDetail }) {
  return (
    <ul className="-mt-6">
      {receipts.map(({ paymentId, number: receipt }) => (
        <li key={paymentId}>
          <ReceiptButton label={t`Receipt ${receipt}`} link={() => call(linkReceipt, { params: { paymentId } })} />
        </li>
      ))}
    </ul>
  )
}

/** The state at a glance: the balance and its due date. */
function Standing({ detail: { invoice } }: { detail: InvoiceDetail }) {
  const money = (amount: number) => formatExactMoney(amount, invoice.currency)
  const facts: [string, string][] = [[t`Total`, money(invoice.total)]]
  if (invoice.credited > 0) facts.push([t`Credited`, money(invoice.credited)])
  if (invoice.creditUsed > 0) facts.push([t`Credit used`, `−${money(invoice.creditUsed)}`])
  if (invoice.paid > invoice.creditUsed) facts.push([t`Paid`, money(invoice.paid - invoice.creditUsed)])
  return (
    <section aria-label={t`Status`} className="border-y border-line py-4">
      <h2 className="text-lg">{subjectWords(invoice)}</h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-slate">{invoice.number}</span> <InvoiceState state={invoice.state} />
      </p>
      <p className="tabular mt-4 text-xl font-bold">{money(invoice.owed)}</p>
      <p className="text-slate">{isOpen(invoice) ? t`due ${formatDate(invoice.dueOn)}` : t`balance due`}</p>
      <dl className="tabular mt-4 grid grid-cols-[1fr_auto] gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-slate">{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {invoice.lotNumber === null ? null : (
        <p className="mt-4">
          <Link href={paths.lot(invoice.lotNumber)} className="text-link">
            {t`View lot`}
          </Link>
        </p>
      )}
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  )
}
