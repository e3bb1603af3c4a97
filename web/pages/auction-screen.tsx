import { lazy, Suspense } from 'react'
import { Link, useParams } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { Auction } from '#contract/auctions.ts'
import type { saleFile } from '#contract/calendar.ts'
import { type Results, resultsOf } from '#web/bidding/run-list/arrange-lots.ts'
import { SaleRunList } from '#web/bidding/run-list/sale-run-list.tsx'
import { StaleList } from '#web/bidding/stale-notice.tsx'
import { useStandings } from '#web/bidding/use-standings.ts'
import { ClosedToYou } from '#web/lots/lot-teaser-page.tsx'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/platform/clock.ts'
import { RequestError, route, urlOf, wordsOf } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SaleTermsSection } from '#web/auctions/terms-section.tsx'
import { useAuction } from '#web/auctions/use-auctions.ts'
import { useSaleLots } from '#web/auctions/use-sale-lots.ts'

const OnTheBlock = lazy(() => import('#web/bidding/block/on-the-block.tsx'))

const SALE_FILE = route<typeof saleFile>('GET', '/api/auctions/:auctionId/calendar.ics')

/** `/auction/{id}` and `/auctions/{id}`: a sale with its run list. */
export default function AuctionScreen() {
  const { id = '' } = useParams()
  const { data: sale, error, refetch } = useAuction(id)
  if (sale !== undefined) return <Sale sale={sale} />
  if (error === null) {
    return (
      <Page title="Sale">
        <RowSkeletons />
      </Page>
    )
  }
  const gone = error instanceof RequestError && (error.status === 404 || error.status === 400)
  return (
    <Page title={gone ? 'This sale is not here' : 'The sale could not be loaded'} width="form">
      {gone ? <p>The address may be mistyped.</p> : <Notice tone="bad" title={wordsOf(error)} />}
      <div className="mt-6">
        {gone ? (
          <Button asChild>
            <Link href={paths.calendar}>See all sales</Link>
          </Button>
        ) : (
          <Button onClick={() => void refetch()}>Load it again</Button>
        )}
      </div>
    </Page>
  )
}

function Sale({ sale }: { sale: Auction }) {
  const { user } = useUser()
  const complete = user !== null && barrier(user, 'informed') === null
  const { lots, isLoading, isReading, failure, again } = useSaleLots(sale.id)
  const { standings, feed } = useStandings(sale.id, complete, sale.kind === 'live')
  const results = resultsOf(standings)
  const isOver = sale.state === 'ended' || (standings.size > 0 && results.left === 0)
  // What is being sold comes first.
  const isOnBlock = sale.kind === 'live' && results.open > 0
  return (
    <Page title={sale.title} lead={leadOf(sale, isOnBlock, isOver)}>
      {isOnBlock ? null : <About sale={sale} isOver={isOver} />}
      {complete ? null : (
        <div className="mb-10 max-w-[44rem]">
          <ClosedToYou />
        </div>
      )}
      {complete ? <StaleList feed={feed} /> : null}
      {complete && sale.kind === 'live' && standings.size > 0 ? (
        <Suspense fallback={<Skeleton className="mb-12 h-96" />}>
          <OnTheBlock sale={sale} lots={lots} standings={standings} />
        </Suspense>
      ) : null}
      <h2 className="mb-4 text-lg">{isOver ? 'Results' : 'Run list'}</h2>
      {complete && standings.size > 0 ? <ResultLine results={results} /> : null}
      {isLoading ? <RowSkeletons /> : null}
      {failure === null ? null : (
        <Notice tone="bad" title={lots.length === 0 ? 'The run list could not be loaded' : 'Some lots are missing'}>
          <Button variant="outline" size="sm" onClick={again}>
            Load it again
          </Button>
        </Notice>
      )}
      {!isLoading && failure === null && lots.length === 0 ? (
        <EmptyState title="No lots yet">The run list is published before the sale opens.</EmptyState>
      ) : null}
      {lots.length === 0 ? null : (
        <SaleRunList
          lots={lots}
          isOver={isOver}
          isReading={isReading}
          standings={standings}
          currency={sale.currency}
          paddle={complete ? user.paddle : null}
        />
      )}
      {isOnBlock ? <About sale={sale} isOver={isOver} /> : null}
      <SaleTermsSection sale={sale} />
    </Page>
  )
}

function About({ sale, isOver }: { sale: Auction; isOver: boolean }) {
  return (
    <div className="-mt-4 mb-8 max-w-[44rem] not-first:mt-8">
      <p>{sale.description}</p>
      {isOver ? null : (
        <Button asChild variant="outline" size="sm" className="mt-4">
          <a href={urlOf(SALE_FILE.path, { auctionId: sale.id })} download>
            Add to my calendar
          </a>
        </Button>
      )}
    </div>
  )
}

/** How the lots have ended so far, once one has. */
function ResultLine({ results }: { results: Results }) {
  const { sold, passed, reserveNotMet, withdrawn, left } = results
  if (sold + passed + reserveNotMet + withdrawn === 0) return null
  const parts = [
    `${sold} sold`,
    ...(reserveNotMet > 0 ? [`${reserveNotMet} below the reserve`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
    ...(left > 0 ? [`${left} to come`] : []),
  ]
  return <p className="tabular -mt-2 mb-4 text-slate">{parts.join(', ')}.</p>
}

function leadOf(sale: Auction, isOnBlock: boolean, isOver: boolean): string {
  const kind = sale.kind === 'live' ? 'Live sale' : 'Timed sale'
  const count = sale.lotCount === 1 ? '1 lot' : `${sale.lotCount} lots`
  return `${kind} in ${sale.location}, ${count}. ${isOnBlock ? 'Running now.' : timesOf(sale, isOver)}`
}

function timesOf(sale: Auction, isOver: boolean): string {
  if (isOver) return sale.endsAt === null ? 'Over.' : `Over since ${formatInstant(sale.endsAt)}.`
  const hasBegun = sale.startsAt <= serverNow()
  if (sale.kind === 'live') return hasBegun ? 'Running now.' : `The first lot comes up ${formatInstant(sale.startsAt)}.`
  if (hasBegun)
    return sale.endsAt === null ? 'Closing now.' : `Closing now, the last lot ${formatInstant(sale.endsAt)}.`
  const last = sale.endsAt === null ? '' : `, the last ${formatInstant(sale.endsAt)}`
  return `The first lot closes ${formatInstant(sale.startsAt)}${last}.`
}

function RowSkeletons() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  )
}
