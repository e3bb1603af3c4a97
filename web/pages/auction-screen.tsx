import { Link, useParams } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { Auction } from '#contract/auctions.ts'
import { OnTheBlock } from '#web/bidding/on-the-block.tsx'
import { RunList } from '#web/bidding/run-list.tsx'
import { useStandings } from '#web/bidding/use-standings.ts'
import { ClosedToYou } from '#web/lots/lot-teaser-page.tsx'
import { paths } from '#web/paths.ts'
import { RequestError } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAuction } from '#web/auctions/use-auctions.ts'
import { useSaleLots } from '#web/auctions/use-sale-lots.ts'

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
      {gone ? <p>The address may be mistyped.</p> : <Notice tone="bad" title={error.message} />}
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
  const complete = user !== null && barrier(user, 'complete') === null
  const lots = useSaleLots(sale.id)
  const { standings, feed } = useStandings(sale.id, complete)
  return (
    <Page title={sale.title} lead={leadOf(sale)}>
      <p className="-mt-4 mb-8 max-w-[44rem]">{sale.description}</p>
      {complete ? null : (
        <div className="mb-10 max-w-[44rem]">
          <ClosedToYou />
        </div>
      )}
      {complete && feed.status === 'reconnecting' ? (
        <Notice tone="info" title="Reconnecting">
          <p>Prices may be a little old until the connection is back.</p>
        </Notice>
      ) : null}
      {sale.kind === 'live' ? <OnTheBlock sale={sale} lots={lots.data ?? []} standings={standings} /> : null}
      <h2 className="mb-4 text-lg">Run list</h2>
      {lots.isLoading ? <RowSkeletons /> : null}
      {lots.error === null ? null : (
        <Notice tone="bad" title="The run list could not be loaded">
          <Button variant="outline" size="sm" onClick={() => void lots.refetch()}>
            Load it again
          </Button>
        </Notice>
      )}
      {lots.data?.length === 0 ? (
        <EmptyState title="No lots yet">The run list is published before the sale opens.</EmptyState>
      ) : null}
      {lots.data === undefined || lots.data.length === 0 ? null : (
        <RunList
          lots={lots.data}
          standings={standings}
          currency={sale.currency}
          paddle={complete ? user.paddle : null}
        />
      )}
    </Page>
  )
}

function leadOf(sale: Auction): string {
  const kind = sale.kind === 'live' ? 'Live sale' : 'Timed sale'
  const count = sale.lotCount === 1 ? '1 lot' : `${sale.lotCount} lots`
  return `${kind} in ${sale.location}, ${count}. ${timesOf(sale)}`
}

function timesOf(sale: Auction): string {
  if (sale.state === 'ended') return sale.endsAt === null ? 'Over.' : `Over since ${formatInstant(sale.endsAt)}.`
  if (sale.kind === 'live') return `The first lot comes up ${formatInstant(sale.startsAt)}.`
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
