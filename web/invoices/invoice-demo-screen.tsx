import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Link } from 'wouter'
import { linkSample } from '#contract/invoices/invoices.ts'
import { LogInFirst } from '#web/accounts/log-in/log-in-first.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ForecastList } from './forecast-list.tsx'
import { OpenDocument } from './open-document.tsx'
import { DocumentView } from './document-view.tsx'
import { useSample } from './use-invoices.ts'

/** A sample invoice: built and rendered by the same code as real ones, and marked as a sample. */
export default function InvoiceDemoScreen() {
  const { user, isLoading } = useUser()
  return (
    <Page title={t`Sample invoice`} width="prose" centered>
      {isLoading ? (
        <Skeleton className="h-96" />
      ) : user === null ? (
        <LogInFirst
          title={t`You’re not signed in`}
          to={paths.invoiceDemo}
        >{t`Sign in to see a sample invoice.`}</LogInFirst>
      ) : (
        <Sample />
      )}
    </Page>
  )
}

function Sample() {
  const { data, error, refetch } = useSample()
  if (data === undefined && error !== null) {
    return <RequestFailed title={t`We couldn’t load the sample`} failure={error} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <Skeleton className="h-96" />
  return (
    <>
      <Notice tone="info" title={t`This is a sample, not a bill`}>
        {t`The car and buyer are made up. Fees, tax and dates follow our current terms, as on a real invoice.`}
      </Notice>
      <div className="mt-6">
        <OpenDocument link={() => call(linkSample, {})}>{t`Download PDF`}</OpenDocument>
      </div>
      <div className="mt-8">
        <DocumentView document={data.document} />
      </div>
      <h2 className="mt-10 mb-3 text-lg">{t`Possible charges`}</h2>
      <p className="mb-3 text-slate">{t`Every invoice includes this list. We can’t charge anything that isn’t on it.`}</p>
      <ForecastList forecast={data.forecast} currency={data.document.currency} />
      <p className="mt-8">
        <Trans>
          Find your invoices under{' '}
          <Link href={paths.invoices} className="text-link">
            Invoices
          </Link>
          .
        </Trans>
      </p>
    </>
  )
}
