import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import {
  chargeStorage,
  linkAnyCreditNote,
  linkAnyInvoice,
  markCollected,
  resendInvoice,
} from '#contract/admin-invoices.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CancelInvoice, CreditInvoice } from './admin-credit.tsx'
import { type AdminDetail, useAnyInvoice, useInvoiceAct } from './admin-invoice-acts.ts'
import { ForecastList } from './forecast-list.tsx'
import { CreditNotes, History, RelatedInvoices } from './invoice-records.tsx'
import { InvoiceState } from '../invoice-state.tsx'
import { OpenPaper } from '../open-paper.tsx'
import { PaperView } from '../paper-view.tsx'

/** Anybody's invoice, and what a cashier can do about it. */
export default function AdminInvoice({ invoiceId }: { invoiceId: string }) {
  const { data, error } = useAnyInvoice(invoiceId)
  return (
    <>
      <p className="mb-4">
        <Link
          href={paths.adminPage('invoices')}
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
          {wordsOfFailure(error)}
        </Notice>
      )}
    </>
  )
}

function Detail({ detail }: { detail: AdminDetail }) {
  const { invoice, buyer, creditNotes, related, paper, forecast } = detail
  const money = (amount: number) => formatMoney(amount, invoice.currency, true)
  const facts: [string, string][] = [
    ['Buyer', `${buyer.name}, paddle ${buyer.paddle}`],
    ['Email', buyer.email],
    ['Lot', `${invoice.lotNumber ?? ''} ${invoice.title}`],
    ['Due', formatDate(invoice.dueOn)],
    ['Total', money(invoice.total)],
    ['Credited', money(invoice.credited)],
    ...(invoice.creditUsed === 0 ? [] : [['Credit used', money(invoice.creditUsed)] as [string, string]]),
    ['Paid', money(invoice.paid - invoice.creditUsed)],
    ['Owed', money(invoice.owed)],
  ]
  return (
    <>
      <h1 className="flex flex-wrap items-center gap-4 text-xl">
        {invoice.number} <InvoiceState state={invoice.state} />
      </h1>
      <dl className="tabular mt-4 grid max-w-[40rem] grid-cols-[7rem_1fr] gap-y-1 border-y border-line py-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-slate">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {detail.disputed ? (
        <div className="mt-4">
          <Notice tone="info" title="A payment for this lot is disputed">
            The payer’s bank holds the money until it has decided. Keep the vehicle until then.{' '}
            <Link href={paths.adminPage('disputes')} className="text-notice underline underline-offset-4">
              See the disputes
            </Link>
          </Notice>
        </div>
      ) : null}
      <Acts detail={detail} />
      <div className="mt-8 grid gap-x-12 gap-y-8 xl:grid-cols-[7fr_5fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <Part title="The paper">
            <PaperView paper={paper} balance={invoice} />
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {related.length === 0 ? null : (
            <Part title="Other invoices of this lot">
              <RelatedInvoices detail={detail} to={(id) => paths.adminPage(`invoices/${id}`)} />
            </Part>
          )}
          {creditNotes.length === 0 ? null : (
            <Part title="Credit notes">
              <CreditNotes
                detail={detail}
                link={(creditNoteId) => call(linkAnyCreditNote, { params: { creditNoteId } })}
              />
            </Part>
          )}
          <Part title="What can still be charged">
            <ForecastList forecast={forecast} currency={invoice.currency} />
          </Part>
          <Part title="History">
            <History detail={detail} />
          </Part>
        </div>
      </div>
    </>
  )
}

/** What a cashier can do now; what is not possible is not offered. */
function Acts({ detail }: { detail: AdminDetail }) {
  const { invoice, storageDue, collectedAt, related, disputed } = detail
  const [open, setOpen] = useState<'credit' | 'cancel' | null>(null)
  const params = { invoiceId: invoice.id }
  const isCancelled = invoice.state === 'cancelled'
  const allPaid = invoice.kind === 'sale' && !isCancelled && [invoice, ...related].every(({ owed }) => owed === 0)
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <OpenPaper size="sm" link={() => call(linkAnyInvoice, { params })}>
        PDF
      </OpenPaper>
      {isCancelled ? null : (
        <>
          <Button variant="outline" size="sm" onClick={() => setOpen('credit')}>
            Issue a credit note
          </Button>
          <OneAct
            detail={detail}
            label="Send again"
            done="Invoice sent again"
            act={() => call(resendInvoice, { params })}
          />
        </>
      )}
      {storageDue > 0 ? (
        <OneAct
          detail={detail}
          label={`Charge storage of ${formatMoney(storageDue, invoice.currency, true)}`}
          done="Storage is invoiced"
          act={() => call(chargeStorage, { params })}
        />
      ) : null}
      {allPaid && !disputed && collectedAt === null ? (
        <OneAct
          detail={detail}
          label="Vehicle collected"
          done="Storage ends now"
          act={() => call(markCollected, { params })}
        />
      ) : null}
      {isCancelled ? null : (
        <Button variant="destructive" size="sm" onClick={() => setOpen('cancel')}>
          Cancel the invoice
        </Button>
      )}
      {open === 'credit' ? <CreditInvoice detail={detail} onClose={() => setOpen(null)} /> : null}
      {open === 'cancel' ? <CancelInvoice detail={detail} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

function OneAct({
  detail,
  label,
  done,
  act,
}: {
  detail: AdminDetail
  label: string
  done: string
  act: () => Promise<AdminDetail>
}) {
  const { mutateAsync } = useInvoiceAct(detail.invoice.id, act)
  const { run, busy } = useSingleFlight(async () => {
    try {
      await mutateAsync()
      toast({ title: done })
    } catch (failure) {
      toast({ title: 'Nothing was changed', description: wordsOfFailure(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {label}
    </Button>
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
