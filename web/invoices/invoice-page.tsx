import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type InvoiceDetail, linkInvoice } from '#contract/invoices.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ForecastList } from './admin/forecast-list.tsx'
import { CreditNotes, History, RelatedInvoices } from './admin/invoice-records.tsx'
import { InvoiceState, isOpen } from './invoice-state.tsx'
import { subjectWords } from './invoice-words.ts'
import { OpenPaper } from './open-paper.tsx'
import { PaperView } from './paper-view.tsx'
import { PayInvoice } from './pay-invoice.tsx'
import { useInvoice } from './use-invoices.ts'

/** One invoice: where it stands, paying it, what can still be charged, the paper, credit notes, history. */
export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const { data, error, refetch } = useInvoice(invoiceId)
  return (
    <>
      <p className="mb-6">
        <Link
          href={paths.invoices}
          className="inline-flex min-h-11 items-center text-notice underline underline-offset-4"
        >
          All invoices
        </Link>
      </p>
      {data !== undefined ? (
        <Detail detail={data} />
      ) : error === null ? (
        <Skeleton className="h-96" />
      ) : (
        <Notice tone="bad" title="The invoice cannot be shown">
          <p>{wordsOfFailure(error)}</p>
          <Button variant="outline" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
    </>
  )
}

function Detail({ detail }: { detail: InvoiceDetail }) {
  const { invoice, paper, forecast, related, creditNotes } = detail
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[1fr_26rem]">
      <div className="flex min-w-0 flex-col gap-8 lg:order-2">
        <Standing detail={detail} />
        {isOpen(invoice) ? <PayInvoice invoice={invoice} primary /> : null}
        <OpenPaper link={() => call(linkInvoice, { params: { invoiceId: invoice.id } })}>Download PDF</OpenPaper>
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <Part title="What can still be charged">
          <p className="mb-3 text-slate">Nothing else will be: what is not in this list cannot be booked.</p>
          <ForecastList forecast={forecast} currency={invoice.currency} />
        </Part>
        {related.length === 0 ? null : (
          <Part title="Other invoices of this lot">
            <RelatedInvoices detail={detail} />
          </Part>
        )}
        {creditNotes.length === 0 ? null : (
          <Part title="Credit notes">
            <CreditNotes detail={detail} />
          </Part>
        )}
        <Part title="The invoice">
          <PaperView paper={paper} balance={invoice} />
        </Part>
        <Part title="History">
          <History detail={detail} />
        </Part>
      </div>
    </div>
  )
}

/** Where it stands, in one look: what is left to pay and until when. */
function Standing({ detail: { invoice } }: { detail: InvoiceDetail }) {
  const money = (amount: number) => formatMoney(amount, invoice.currency, true)
  const facts: [string, string][] = [['Total', money(invoice.total)]]
  if (invoice.credited > 0) facts.push(['Credited', money(invoice.credited)])
  if (invoice.creditUsed > 0) facts.push(['Credit used', `−${money(invoice.creditUsed)}`])
  if (invoice.paid > invoice.creditUsed) facts.push(['Paid', money(invoice.paid - invoice.creditUsed)])
  return (
    <section aria-label="Where it stands" className="border-y border-line py-4">
      <h2 className="text-lg">{subjectWords(invoice)}</h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-slate">{invoice.number}</span> <InvoiceState state={invoice.state} />
      </p>
      <p className="tabular mt-4 text-xl font-bold">{money(invoice.owed)}</p>
      <p className="text-slate">{isOpen(invoice) ? `due ${formatDate(invoice.dueOn)}` : 'left to pay'}</p>
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
          <Link href={paths.lot(invoice.lotNumber)} className="text-notice underline underline-offset-4">
            See the lot
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
