import { plural, t } from '#web/platform/language/text.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import { languageQuery } from '#web/platform/language/language.ts'
import { auctionFile } from '#contract/calendar/calendar.ts'
import { endedWords, type Results, resultsOf } from '#web/bidding/run-list/arrange-lots.ts'
import { AuctionRunList } from '#web/bidding/run-list/auction-run-list.tsx'
import { StaleList } from '#web/bidding/stale-notice.tsx'
import { useStandings } from '#web/bidding/use-standings.ts'
import { ClosedToYou } from '#web/lots/closed-to-you.tsx'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/platform/clock.ts'
import { RequestError, urlOf, failureMessage } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AuctionTermsSection } from '#web/auctions/terms-section.tsx'
import { usePlaces } from '#web/bidding/turns/use-places.ts'
import { useAuction } from '#web/auctions/use-auctions.ts'
import { useAuctionLots } from '#web/auctions/use-auction-lots.ts'

const OnTheBlock = lazy(() => import('#web/bidding/block/on-the-block.tsx'))

/** `/auction/{id}` and `/auctions/{id}`: an auction with its run list. */
export default function AuctionScreen() {
  const { id = '' } = useParams()
  const { data: auction, error, refetch } = useAuction(id)
  if (auction !== undefined) return <StoredAuction auction={auction} />
  if (error === null) {
    return (
      <Page title={t`Auction`}>
        <RowSkeletons />
      </Page>
    )
  }
  const gone = error instanceof RequestError && (error.status === 404 || error.status === 400)
  return (
    <Page title={gone ? t`Auction not found` : t`We couldn’t load this auction`} width="form">
      {gone ? <p>{t`Check the address.`}</p> : <Notice tone="bad" title={failureMessage(error)} />}
      <div className="mt-6">
        {gone ? (
          <Button asChild>
            <Link href={paths.calendar}>{t`See all auctions`}</Link>
          </Button>
        ) : (
          <Button onClick={() => void refetch()}>{t`Try again`}</Button>
        )}
      </div>
    </Page>
  )
}

function StoredAuction({ auction }: { auction: Auction }) {
  const { user } = useUser()
  const complete = user !== null && accessDenial(user, 'sees-prices') === null
  const { lots, isLoading, isReading, failure, again } = useAuctionLots(auction.id)
  const { standings, feed } = useStandings(auction.id, { allowed: complete, isLive: auction.kind === 'live' })
  const places = usePlaces(auction, standings)
  const results = resultsOf(standings)
  // Who follows it to its end sees the last lot's result where the lot was; for who comes later the run list says it all.
  const [wasOver] = useState(auction.state === 'ended')
  const isOver = auction.state === 'ended' || (standings.size > 0 && results.left === 0)
  // What is being sold comes first.
  const isOnBlock = auction.kind === 'live' && results.left > 0 && (results.open > 0 || results.left < standings.size)
  // Shown as a whole: a block that pushes the run list down would move what the person is about to press.
  if (complete && auction.kind === 'live' && auction.state === 'running' && (isLoading || standings.size === 0)) {
    return (
      <Page title={auction.title}>
        {failure === null ? <Skeleton className="h-svh" /> : <FailedLots isEmpty again={again} />}
      </Page>
    )
  }
  return (
    <Page title={auction.title} lead={isOnBlock || auction.description === '' ? undefined : auction.description}>
      {isOnBlock ? null : <WhereAndWhen auction={auction} isOver={isOver} />}
      {complete ? null : (
        <div className="mb-10 max-w-[44rem]">
          <ClosedToYou />
        </div>
      )}
      {complete ? <StaleList feed={feed} /> : null}
      {complete && auction.kind === 'live' && !wasOver && standings.size > 0 ? (
        <Suspense fallback={<Skeleton className={isOnBlock ? 'mb-12 h-svh' : 'mb-12 h-96'} />}>
          <OnTheBlock auction={auction} lots={lots} standings={standings} places={places} paddle={user.paddle} />
        </Suspense>
      ) : null}
      <h2 className="mb-4 text-lg">{isOver ? t`Results` : t`Run list`}</h2>
      {complete && standings.size > 0 ? <ResultLine results={results} /> : null}
      {isLoading ? <RowSkeletons /> : null}
      {failure === null ? null : <FailedLots isEmpty={lots.length === 0} again={again} />}
      {!isLoading && failure === null && lots.length === 0 ? (
        <EmptyState title={t`No lots yet`}>{t`The run list is published before the auction opens.`}</EmptyState>
      ) : null}
      {lots.length === 0 ? null : (
        <AuctionRunList
          lots={lots}
          isOver={isOver}
          isReading={isReading}
          standings={standings}
          places={places}
          currency={auction.currency}
          paddle={complete ? user.paddle : null}
        />
      )}
      {isOnBlock ? (
        <div className="mt-12 max-w-[44rem]">
          <p>{auction.description}</p>
          <WhereAndWhen auction={auction} isOver={isOver} />
        </div>
      ) : null}
      {/* The lots would push them down. */}
      {isLoading ? null : <AuctionTermsSection auction={auction} />}
    </Page>
  )
}

function FailedLots({ isEmpty, again }: { isEmpty: boolean; again: () => void }) {
  return (
    <Notice tone="bad" title={isEmpty ? t`We couldn’t load the run list` : t`Some lots are missing`}>
      <Button variant="outline" size="sm" onClick={again}>
        {t`Try again`}
      </Button>
    </Notice>
  )
}

function WhereAndWhen({ auction, isOver }: { auction: Auction; isOver: boolean }) {
  return (
    <div className="mb-8 max-w-[44rem] first:-mt-4 not-first:mt-4">
      <p>{factsOf(auction, isOver)}</p>
      {isOver ? null : (
        <Button asChild variant="outline" size="sm" className="mt-4">
          <a href={urlOf(auctionFile.path, { auctionId: auction.id }, languageQuery)} download>
            {t`Add to calendar`}
          </a>
        </Button>
      )}
    </div>
  )
}

/** How the lots have ended so far, once one has. */
function ResultLine({ results }: { results: Results }) {
  const ended = endedWords(results)
  if (ended.length === 0) return null
  const parts = results.left > 0 ? [...ended, t`${results.left} to come`] : ended
  return <p className="tabular -mt-2 mb-4 text-slate">{parts.join(', ')}.</p>
}

function factsOf(auction: Auction, isOver: boolean): string {
  const kind = auction.kind === 'live' ? t`Live auction` : t`Timed auction`
  const count = plural(auction.lotCount, { one: '# lot', other: '# lots' })
  return t`${kind} in ${auction.location}, ${count}. ${timesOf(auction, isOver)}`
}

function timesOf(auction: Auction, isOver: boolean): string {
  if (isOver) return auction.endsAt === null ? t`Ended.` : t`Ended ${formatInstant(auction.endsAt)}.`
  const hasBegun = auction.startsAt <= serverNow()
  if (auction.kind === 'live') return hasBegun ? t`Live now.` : t`Starts ${formatInstant(auction.startsAt)}.`
  if (hasBegun)
    return auction.endsAt === null ? t`Closing now.` : t`Closing now, last lot ${formatInstant(auction.endsAt)}.`
  const last = auction.endsAt === null ? '' : t`, last ${formatInstant(auction.endsAt)}`
  return t`First lot closes ${formatInstant(auction.startsAt)}${last}.`
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
