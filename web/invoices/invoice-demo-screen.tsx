import { Link } from 'wouter'
import { linkSample } from '#contract/invoices.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ForecastList } from './admin/forecast-list.tsx'
import { OpenPaper } from './open-paper.tsx'
import { PaperView } from './paper-view.tsx'
import { useSample } from './use-invoices.ts'

/** What an invoice looks like: made and rendered by the code of the real ones, and marked as a sample. */
export default function InvoiceDemoScreen() {
  const { user, isLoading } = useUser()
  return (
    <Page title="Sample invoice" width="prose">
      {isLoading ? <Skeleton className="h-96" /> : user === null ? <LoggedOut /> : <Sample />}
    </Page>
  )
}

function Sample() {
  const { data, error, refetch } = useSample()
  if (data === undefined && error !== null) {
    return (
      <Notice tone="bad" title="The sample cannot be shown">
        <p>{wordsOfFailure(error)}</p>
        <Button variant="outline" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (data === undefined) return <Skeleton className="h-96" />
  return (
    <>
      <Notice tone="info" title="A sample: nobody owes this">
        The car and the buyer are made up. Fees, tax and dates are worked out by today’s terms of the house, as on a
        real invoice.
      </Notice>
      <div className="mt-6">
        <OpenPaper link={() => call(linkSample, {})}>Download the sample as PDF</OpenPaper>
      </div>
      <div className="mt-8">
        <PaperView paper={data.paper} />
      </div>
      <h2 className="mt-10 mb-3 text-lg">What could still be charged</h2>
      <p className="mb-3 text-slate">Every invoice comes with this list. We can’t charge anything that isn’t on it.</p>
      <ForecastList forecast={data.forecast} currency={data.paper.currency} />
      <p className="mt-8">
        Real ones are under{' '}
        <Link href={paths.invoices} className="text-notice underline underline-offset-4">
          Invoices
        </Link>
        .
      </p>
    </>
  )
}

function LoggedOut() {
  return (
    <EmptyState
      title="You are not logged in"
      action={
        <Button asChild>
          <Link href={`${paths.logIn}?redirect=${encodeURIComponent(paths.invoiceDemo)}`}>Log in</Link>
        </Button>
      }
    >
      The sample is for bidders.
    </EmptyState>
  )
}
