import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Link, useSearch } from 'wouter'
import { type Invoice, linkInvoice } from '#contract/invoices/invoices.ts'
import { LogInFirst } from '#web/accounts/log-in/log-in-first.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Billing } from './billing.tsx'
import { Credit } from './credit.tsx'
import { InvoicePage } from './invoice-page.tsx'
import { InvoiceState, isOpen } from './invoice-state.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { subjectWords } from './invoice-words.ts'
import { OpenDocument } from './open-document.tsx'
import { PayInvoice } from './pay-invoice.tsx'
import { useInvoices, useLiveInvoices } from './use-invoices.ts'

/** The person's invoices and what is owed; with an invoice in the URL, that one with all its details. */
export default function InvoicesScreen() {
  const { user, isLoading } = useUser()
  useLiveInvoices()
  const named = new URLSearchParams(useSearch()).get('invoice')
  if (user !== null && named !== null) {
    return (
      <Page title={t`Invoice`}>
        <InvoicePage key={named} invoiceId={named} />
      </Page>
    )
  }
  return (
    <Page title={t`Invoices`}>
      {isLoading ? (
        <Skeleton className="h-64" />
      ) : user === null ? (
        <LogInFirst
          title={t`You’re not signed in`}
          to={paths.invoices}
        >{t`Sign in to see invoices for lots you won.`}</LogInFirst>
      ) : (
        <InvoiceList />
      )}
    </Page>
  )
}

function InvoiceList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInvoices()
  if (data === undefined && error !== null) {
    return <RequestFailed title={t`We couldn’t load your invoices`} failure={error} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <Skeleton className="h-64" />
  const invoices = data.pages.flatMap((page) => page.items)
  const firstDue = invoices.filter(isOpen).toSorted((a, b) => a.dueAt - b.dueAt)[0]
  return (
    <>
      <Credit credit={data.pages[0]?.credit ?? []} />
      {invoices.length === 0 ? (
        <NoInvoices />
      ) : (
        <>
          <BalanceDue owed={data.pages[0]?.owed ?? []} />
          <ul className="border-b border-line">
            {invoices.map((invoice) => (
              <InvoiceEntry key={invoice.id} invoice={invoice} first={invoice === firstDue} />
            ))}
          </ul>
        </>
      )}
      {hasNextPage ? (
        <Button
          variant="outline"
          className="mt-6"
          aria-disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? t`Loading` : t`Show older invoices`}
        </Button>
      ) : null}
      <Billing />
    </>
  )
}

type Owed = { currency: string; amount: number; count: number; overdue: number; nextDueOn: string }

function BalanceDue({ owed }: { owed: readonly Owed[] }) {
  if (owed.length === 0) {
    return (
      <div className="mb-6">
        <Notice tone="good" title={t`No balance due`} />
      </div>
    )
  }
  return (
    <dl className="mb-6 border-t border-line">
      {owed.map(({ currency, amount, count, overdue, nextDueOn }) => (
        <div key={currency} className="py-4">
          <dt className="text-slate">
            {t`Balance due: ${plural(count, { one: '# invoice', other: '# invoices' })}, ${plural(count, { one: 'due', other: 'first due' })} ${formatDate(nextDueOn)}`}
          </dt>
          <dd className="tabular text-xl font-bold">{formatExactMoney(amount, currency)}</dd>
          {overdue > 0 ? (
            <dd className="tabular font-semibold text-outbid">{t`${formatExactMoney(overdue, currency)} overdue`}</dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}

/** Expanded if it is the first to pay. */
function InvoiceEntry({ invoice, first }: { invoice: Invoice; first: boolean }) {
  const due = isOpen(invoice)
  return (
    <li className="border-t border-line">
      <details open={first} className="group">
        <summary className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 py-4 sm:grid-cols-[5rem_1fr_9rem_9rem]">
          {invoice.lotNumber === null ? <span /> : <Plate number={invoice.lotNumber} />}
          <span className="min-w-0">
            <span className="block font-semibold">{subjectWords(invoice)}</span>
            <span className="block text-sm text-slate">
              {invoice.number}, {due ? t`due ${formatDate(invoice.dueOn)}` : t`issued ${formatDate(invoice.issuedOn)}`}
            </span>
          </span>
          <span className="max-sm:col-start-2">
            <InvoiceState state={invoice.state} />
          </span>
          <span className="tabular font-semibold max-sm:col-start-2 sm:text-right">
            {formatExactMoney(invoice.total, invoice.currency)}
            {due && invoice.owed !== invoice.total ? (
              <span className="block text-sm font-normal">{t`${formatExactMoney(invoice.owed, invoice.currency)} due`}</span>
            ) : null}
            <span aria-hidden="true" className="block text-xs font-normal text-slate underline underline-offset-4">
              <span className="group-open:hidden">{t`Show`}</span>
              <span className="hidden group-open:inline">{t`Hide`}</span>
            </span>
          </span>
        </summary>
        <div className="grid grid-cols-1 gap-x-12 gap-y-6 pb-8 lg:grid-cols-[1fr_26rem]">
          <div className="min-w-0">
            <InvoiceTable caption={t`Invoice ${invoice.number}`} figures={invoice} balance={invoice} />
            <Settled invoice={invoice} />
          </div>
          <div className="flex flex-col gap-6">
            {due ? <PayInvoice invoice={invoice} primary={first} /> : null}
            <p className="flex flex-wrap items-center gap-3">
              <Button asChild variant="outline">
                <Link href={paths.invoice(invoice.id)}>{t`View invoice`}</Link>
              </Button>
              <OpenDocument link={() => call(linkInvoice, { params: { invoiceId: invoice.id } })}>
                {t`Download PDF`}
              </OpenDocument>
            </p>
          </div>
        </div>
      </details>
    </li>
  )
}

/** Deductions from the total, if a balance remains and the table above does not list them. */
function Settled({ invoice }: { invoice: Invoice }) {
  const { paid, credited, creditUsed, owed, total, currency } = invoice
  if (creditUsed > 0 || owed === 0 || owed === total) return null
  const parts = [
    paid > 0 ? t`${formatExactMoney(paid, currency)} paid` : '',
    credited > 0 ? t`${formatExactMoney(credited, currency)} credited` : '',
  ].filter((part) => part !== '')
  return <p className="tabular mt-3">{t`${parts.join(', ')}; ${formatExactMoney(owed, currency)} due.`}</p>
}

function NoInvoices() {
  return (
    <EmptyState
      title={t`No invoices yet`}
      action={
        <Button asChild>
          <Link href={paths.calendar}>{t`See all auctions`}</Link>
        </Button>
      }
    >
      <Trans>
        When you win a lot, its invoice appears here.{' '}
        <Link href={paths.invoiceDemo} className="text-link">
          See a sample invoice
        </Link>
        .
      </Trans>
    </EmptyState>
  )
}
