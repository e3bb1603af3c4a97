import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import {
  chargeStorage,
  linkAnyCreditNote,
  linkAnyInvoice,
  markCollected,
  resendInvoice,
} from '#contract/invoices/admin-invoices.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CancelInvoice, CreditInvoice } from './admin-credit.tsx'
import { type AdminDetail, useAnyInvoice, useInvoiceAction } from './admin-invoice-actions.ts'
import { ForecastList } from '../forecast-list.tsx'
import { CreditNotes, History, RelatedInvoices } from '../invoice-records.tsx'
import { InvoiceState } from '../invoice-state.tsx'
import { OpenDocument } from '../open-document.tsx'
import { DocumentView } from '../document-view.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Any person's invoice, and what a cashier can do about it. */
export default function AdminInvoice({ invoiceId }: { invoiceId: string }) {
  const { data, error } = useAnyInvoice(invoiceId)
  return (
    <>
      <BackLink href={paths.adminPage('invoices')}>{t`All invoices`}</BackLink>
      {data !== undefined ? (
        <Detail detail={data} />
      ) : error === null ? (
        <Skeleton className="h-96" />
      ) : (
        <RequestFailed title={t`Couldn’t load the invoice`} failure={error} />
      )}
    </>
  )
}

function Detail({ detail }: { detail: AdminDetail }) {
  const { invoice, buyer, creditNotes, related, document, forecast } = detail
  const money = (amount: number) => formatExactMoney(amount, invoice.currency)
  const facts: [string, string][] = [
    [t`Buyer`, t`${buyer.name}, paddle ${buyer.paddle}`],
    [t`Email`, buyer.email],
    [t`Lot`, `${invoice.lotNumber ?? ''} ${invoice.title}`],
    [t`Due`, formatDate(invoice.dueOn)],
    [t`Total`, money(invoice.total)],
    [t`Credited`, money(invoice.credited)],
    ...(invoice.creditUsed === 0 ? [] : [[t`Credit used`, money(invoice.creditUsed)] as [string, string]]),
    [t`Paid`, money(invoice.paid - invoice.creditUsed)],
    [t`Owed`, money(invoice.owed)],
  ]
  return (
    <>
      <h1 className="flex flex-wrap items-center gap-4 text-xl">
        {invoice.number} <InvoiceState state={invoice.state} />
      </h1>
      <dl className="tabular mt-4 grid max-w-[40rem] grid-cols-[7rem_minmax(0,1fr)] gap-y-1 border-y border-line py-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-slate">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {detail.disputed ? <Disputed /> : null}
      <Actions detail={detail} />
      <div className="mt-8 grid gap-x-12 gap-y-8 xl:grid-cols-[7fr_5fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <Part title={t`Document`}>
            <DocumentView document={document} balance={invoice} />
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {related.length === 0 ? null : (
            <Part title={t`Other invoices for this lot`}>
              <RelatedInvoices detail={detail} to={(id) => paths.adminPage(`invoices/${id}`)} />
            </Part>
          )}
          {creditNotes.length === 0 ? null : (
            <Part title={t`Credit notes`}>
              <CreditNotes
                detail={detail}
                link={(creditNoteId) => call(linkAnyCreditNote, { params: { creditNoteId } })}
              />
            </Part>
          )}
          <Part title={t`Possible charges`}>
            <ForecastList forecast={forecast} currency={invoice.currency} />
          </Part>
          <Part title={t`History`}>
            <History detail={detail} />
          </Part>
        </div>
      </div>
    </>
  )
}

function Disputed() {
  return (
    <div className="mt-4">
      <Notice tone="info" title={t`A payment for this lot is disputed`}>
        <Trans>
          The payer’s bank holds the money until it decides. Don’t release the vehicle before then.{' '}
          <Link href={paths.adminPage('disputes')} className="text-link">
            View disputes
          </Link>
        </Trans>
      </Notice>
    </div>
  )
}

/** What a cashier can do now; impossible actions are not offered. */
function Actions({ detail }: { detail: AdminDetail }) {
  const { invoice, buyer, storageDue, collectedAt, related, disputed } = detail
  const [open, setOpen] = useState<'credit' | 'cancel' | null>(null)
  const params = { invoiceId: invoice.id }
  const storage = formatExactMoney(storageDue, invoice.currency)
  const isCancelled = invoice.state === 'cancelled'
  const allPaid = invoice.kind === 'sale' && !isCancelled && [invoice, ...related].every(({ owed }) => owed === 0)
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <OpenDocument size="sm" link={() => call(linkAnyInvoice, { params })}>
        PDF
      </OpenDocument>
      {isCancelled ? null : (
        <>
          <Button variant="outline" size="sm" onClick={() => setOpen('credit')}>{t`Issue credit note`}</Button>
          <ResendInvoice detail={detail} />
        </>
      )}
      {storageDue > 0 ? (
        <MoneyAction
          detail={detail}
          label={t`Charge ${storage} storage`}
          title={t`Charge ${storage} storage?`}
          action={t`Charge ${storage}`}
          words={t`We invoice ${buyer.name} ${storage} now, tax included, and notify them. You can only undo it with a credit note.`}
          failed={t`Nothing was charged`}
          done={t`Storage invoiced`}
          send={() => call(chargeStorage, { params, body: { total: storageDue } })}
        />
      ) : null}
      {allPaid && !disputed && collectedAt === null ? (
        <MoneyAction
          detail={detail}
          label={t`Mark as collected`}
          title={t`Mark as collected?`}
          action={t`Mark as collected`}
          words={t`Only if ${invoice.title} was handed over to ${buyer.name}. Storage ends now. You can’t undo this.`}
          failed={t`Nothing was recorded`}
          done={t`Vehicle collected. Storage has ended.`}
          send={() => call(markCollected, { params })}
        />
      ) : null}
      {isCancelled ? null : (
        <Danger>
          <Button variant="outline" size="sm" onClick={() => setOpen('cancel')}>{t`Cancel invoice`}</Button>
        </Danger>
      )}
      {open === 'credit' ? <CreditInvoice detail={detail} onClose={() => setOpen(null)} /> : null}
      {open === 'cancel' ? <CancelInvoice detail={detail} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

/** An action that can't simply be taken back: its dialog says first what it does. */
function MoneyAction({
  detail,
  done,
  send,
  ...asked
}: {
  detail: AdminDetail
  label: string
  title: string
  action: string
  words: string
  failed: string
  done: string
  send: () => Promise<AdminDetail>
}) {
  const { mutateAsync } = useInvoiceAction(detail.invoice.id, send)
  return (
    <ConfirmedAction
      {...asked}
      onAction={async () => {
        await mutateAsync()
        toast({ title: done })
      }}
    />
  )
}

function ResendInvoice({ detail: { invoice } }: { detail: AdminDetail }) {
  const { mutateAsync } = useInvoiceAction(invoice.id, () => call(resendInvoice, { params: { invoiceId: invoice.id } }))
  const { run, busy } = useSingleFlight(async () => {
    try {
      await mutateAsync()
      toast({ title: t`Invoice resent` })
    } catch (failure) {
      toast({ title: t`Nothing was changed`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>{t`Resend invoice`}</Button>
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
