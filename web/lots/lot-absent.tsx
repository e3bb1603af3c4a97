import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LotTeaser } from '#contract/lots.ts'
import { paths } from '#web/paths.ts'
import { RequestError, wordsOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ClosedToYou, LotTeaserPage } from './lot-teaser-page.tsx'

/** What the house said instead of a lot: not yours to see (the teaser), not there, or not answering. */
export function LotAbsent({
  failure,
  teaserUrl,
  ledgerOf,
  again,
}: {
  failure: RequestError
  teaserUrl: string
  /** The ledger of a closed lot, which everyone can check. */
  ledgerOf?: (lotId: string) => ReactNode
  again: () => void
}) {
  const barred = failure.status === 401 || failure.status === 402 || failure.status === 403
  const teaser = useQuery<LotTeaser | { items: LotTeaser[] }>({
    queryKey: [teaserUrl],
    enabled: barred,
    retry: (count, refusal) => count < 1 && !isMissing(refusal),
  })
  const isUnknown = isMissing(failure) || isMissing(teaser.error) || isEmpty(teaser.data)
  if (barred && !isUnknown) {
    const found = teaser.data !== undefined && 'items' in teaser.data ? teaser.data.items[0] : teaser.data
    if (found !== undefined) return <LotTeaserPage teaser={found} ledger={ledgerOf?.(found.id)} />
    if (teaser.isLoading) return <LotSkeleton />
    return (
      <Page title="A lot for members" width="form">
        <ClosedToYou />
      </Page>
    )
  }
  if (isUnknown) {
    return (
      <Page title="There is no such lot" width="form" lead="Check the lot number in the address.">
        <Button asChild>
          <Link href={paths.calendar}>See all auctions</Link>
        </Button>
      </Page>
    )
  }
  return (
    <Page title="The lot could not be loaded" width="form">
      <Notice tone="bad" title={wordsOf(failure)}>
        <p>Bids you placed are safe; only this page is missing.</p>
      </Notice>
      <Button className="mt-6" onClick={again}>
        Load it again
      </Button>
    </Page>
  )
}

/** An address that can be no lot's, such as `/lot/abc`, is refused with 400. */
function isMissing(failure: Error | null): boolean {
  return failure instanceof RequestError && (failure.status === 404 || failure.status === 400)
}

function isEmpty(found: LotTeaser | { items: LotTeaser[] } | undefined): boolean {
  return found !== undefined && 'items' in found && found.items.length === 0
}

/** The shape of a lot page before its facts are there. */
export function LotSkeleton() {
  return (
    <div role="status" className="mx-auto grid max-w-[84rem] gap-x-10 gap-y-4 lg:grid-cols-12 lg:px-6 lg:pt-20">
      <span className="sr-only">Loading the lot</span>
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
