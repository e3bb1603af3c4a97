import { Link, useSearch } from 'wouter'
import type { Invoice } from '#contract/invoices.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatDay } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InvoiceState, isOpen } from './invoice-state.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { PayInvoice } from './pay-invoice.tsx'
import { useInvoices } from './use-invoices.ts'

/** One's own invoices, what is due, and paying it. */
export default function InvoicesScreen() {
  const { user, isLoading } = useUser()
  return (
    <Page title="Invoices" lead="One for every lot you won: hammer price, buyer’s premium, fees and tax.">
      {isLoading ? <Skeleton className="h-64" /> : user === null ? <LoggedOut /> : <InvoiceList />}
    </Page>
  )
}

function InvoiceList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInvoices(true)
  if (data === undefined && error !== null) {
    return (
      <Notice tone="bad" title="Your invoices cannot be shown">
        <p>{wordsOfFailure(error)}</p>
        <Button variant="outline" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (data === undefined) return <Skeleton className="h-64" />
  const invoices = data.pages.flatMap((page) => page.items)
  if (invoices.length === 0) return <NoInvoices />
  const firstDue = invoices.find((invoice) => invoice.state === 'overdue') ?? invoices.find(isOpen)
  return (
    <>
      <ul className="border-b border-line">
        {invoices.map((invoice) => (
          <InvoiceEntry key={invoice.id} invoice={invoice} first={invoice === firstDue} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button
          variant="outline"
          className="mt-6"
          aria-disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading' : 'Show older invoices'}
        </Button>
      ) : null}
    </>
  )
}

/** Open where it is the first to pay, or a payment of it is under way. */
function InvoiceEntry({ invoice, first }: { invoice: Invoice; first: boolean }) {
  const terms = useHouseTerms()
  const underWay = new URLSearchParams(useSearch()).get('invoice') === invoice.id
  const due = isOpen(invoice)
  return (
    <li className="border-t border-line">
      <details open={first || underWay} className="group">
        <summary className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 py-4 sm:grid-cols-[5rem_1fr_9rem_9rem]">
          {invoice.lotNumber === null ? <span /> : <Plate number={invoice.lotNumber} />}
          <span className="min-w-0">
            <span className="block font-semibold">{invoice.title}</span>
            <span className="block text-sm text-slate">
              {invoice.number}, {due ? `due ${formatDay(invoice.dueAt)}` : `issued ${formatDay(invoice.issuedAt)}`}
            </span>
          </span>
          <span className="max-sm:col-start-2">
            <InvoiceState state={invoice.state} />
          </span>
          <span className="tabular font-semibold max-sm:col-start-2 sm:text-right">
            {formatMoney(invoice.total, invoice.currency, true)}
            <span aria-hidden="true" className="block text-xs font-normal text-slate underline underline-offset-4">
              <span className="group-open:hidden">Show</span>
              <span className="hidden group-open:inline">Hide</span>
            </span>
          </span>
        </summary>
        <div className="max-w-[44rem] pb-8">
          <InvoiceTable caption={`Invoice ${invoice.number}`} figures={invoice} taxLabel={terms?.taxLabel ?? 'Tax'} />
          {invoice.paid > 0 && invoice.paid < invoice.total ? (
            <p className="tabular mt-3">
              {formatMoney(invoice.paid, invoice.currency, true)} of it is paid;{' '}
              {formatMoney(invoice.total - invoice.paid, invoice.currency, true)} is due.
            </p>
          ) : null}
          {due ? (
            <div className="mt-6">
              <PayInvoice invoice={invoice} primary={first} />
            </div>
          ) : null}
          {invoice.lotNumber === null ? null : (
            <p className="mt-6">
              <Link href={paths.lot(invoice.lotNumber)} className="text-notice underline underline-offset-4">
                See the lot
              </Link>
            </p>
          )}
        </div>
      </details>
    </li>
  )
}

function NoInvoices() {
  return (
    <EmptyState
      title="No invoices yet"
      action={
        <Button asChild>
          <Link href={paths.calendar}>See the auctions</Link>
        </Button>
      }
    >
      When you win a lot, its invoice is here within seconds.{' '}
      <Link href={paths.invoiceDemo} className="text-notice underline underline-offset-4">
        See a sample invoice
      </Link>
      .
    </EmptyState>
  )
}

function LoggedOut() {
  return (
    <EmptyState
      title="You are not logged in"
      action={
        <Button asChild>
          <Link href={`${paths.logIn}?redirect=${encodeURIComponent(paths.invoices)}`}>Log in</Link>
        </Button>
      }
    >
      The invoices of the lots you won are shown here.
    </EmptyState>
  )
}
