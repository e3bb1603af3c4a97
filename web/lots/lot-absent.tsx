import { t } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import type { LotPreview } from '#contract/lots/lots.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { RequestError, failureMessage } from '#web/platform/request.ts'
import { readToken } from '#web/platform/token.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PreviewOptions } from './use-lot.ts'

/** For people without access. A visitor's comes with the page; a member's page does without it. */
const summary = lazyPart(() => import('./lot-summary-page.tsx'))
const ClosedToYou = lazy(() => import('./closed-to-you.tsx').then((file) => ({ default: file.ClosedToYou })))
if (readToken() === null) summary.prepare()

/** What is shown when the server sends no lot: the lot summary where access is denied, not found, or unreachable. */
export function LotAbsent({
  failure,
  preview,
  ledgerOf,
  othersOf,
  again,
}: {
  failure: RequestError
  preview: PreviewOptions
  /** The ledger of a closed lot, which anyone can verify. */
  ledgerOf?: (lotId: string) => ReactNode
  /** More lots, from a later feature. */
  othersOf?: (lot: LotPreview) => ReactNode
  again: () => void
}) {
  const barred = failure.status === 401 || failure.status === 402 || failure.status === 403
  const lot = useQuery({
    ...preview,
    enabled: barred,
    retry: (count, refusal) => count < 1 && !isMissing(refusal),
  })
  const isUnknown = isMissing(failure) || isMissing(lot.error) || lot.data === null
  if (barred && !isUnknown) {
    if (lot.data != null) {
      return (
        <Suspense fallback={<LotSkeleton />}>
          <summary.Part lot={lot.data} ledger={ledgerOf?.(lot.data.id)} others={othersOf?.(lot.data)} />
        </Suspense>
      )
    }
    if (lot.isLoading) return <LotSkeleton />
    return (
      <Page title={t`Members only`} width="form">
        <Suspense fallback={null}>
          <ClosedToYou />
        </Suspense>
      </Page>
    )
  }
  if (isUnknown) {
    return (
      <Page title={t`Lot not found`} width="form" lead={t`Check the address.`}>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href={paths.lots()}>{t`Browse lots`}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link href={paths.calendar}>{t`See all auctions`}</Link>
          </Button>
        </div>
      </Page>
    )
  }
  return (
    <Page title={t`We couldn’t load this lot`} width="form">
      <Notice tone="bad" title={failureMessage(failure)}>
        <p>{t`Your bids are safe.`}</p>
      </Notice>
      <Button className="mt-6" onClick={again}>
        {t`Try again`}
      </Button>
    </Page>
  )
}

/** A URL that cannot be a lot's, such as `/lot/abc`, is refused with 400. */
function isMissing(failure: Error | null): boolean {
  return failure instanceof RequestError && (failure.status === 404 || failure.status === 400)
}

/** A placeholder for a lot page before its facts are loaded. */
export function LotSkeleton() {
  return (
    <div role="status" className="mx-auto grid max-w-[84rem] gap-x-10 gap-y-4 lg:grid-cols-12 lg:px-6 lg:pt-20">
      <span className="sr-only">{t`Loading lot`}</span>
      <Skeleton className="aspect-3/2 lg:col-span-7" />
      <div className="flex flex-col gap-5 px-4 lg:col-span-5 lg:px-0">
        <Skeleton className="h-11 w-3/4" />
        <Skeleton className="h-20" />
        <Skeleton className="h-16" />
        <Skeleton className="h-14" />
      </div>
    </div>
  )
}
