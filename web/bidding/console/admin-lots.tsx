import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useAuctionLots } from '#web/auctions/use-auction-lots.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BidDialog } from './bid-dialog.tsx'
import { ConsoleBlock } from './admin-block.tsx'
import { ConsoleLots } from './admin-console-lots.tsx'
import { LotAction, type Subject } from './admin-lot-action.tsx'
import { AuctionMessage } from './admin-message.tsx'
import { CancelAuction } from './cancel-dialog.tsx'
import { OwnLots } from './own-lots.tsx'
import { useConsole } from './use-console.ts'
import { endedWords, resultsOf } from '../run-list/arrange-lots.ts'
import { HaltControl } from '../halts/halt-control.tsx'
import type { Standings } from '../standings.ts'
import { useStandings } from '../use-standings.ts'
import { plural, t } from '#web/platform/language/text.ts'

/** The console of an auction: its lots with live standings, and what an auctioneer can do to one or all of them. */
export default function AdminLots({ auctionId }: { auctionId: string }) {
  const { user } = useUser()
  const client = useQueryClient()
  const auction = useQuery<Auction>({ queryKey: ['/api/auctions', auctionId] })
  const { lots, isLoading, isReading, failure: unread } = useAuctionLots(auctionId)
  const { standings, feed } = useStandings(auctionId, {
    allowed: accessDenial(user, 'sees-prices') === null,
    isLive: auction.data?.kind === 'live',
  })
  const desk = useConsole(auctionId)
  const [subject, setSubject] = useState<Subject | null>(null)
  const [bidOn, setBidOn] = useState<string | null>(null)
  const [speaking, setSpeaking] = useState(false)
  const failure = auction.error ?? (lots.length === 0 ? unread : null)
  const currency = auction.data?.currency ?? 'USD'
  const mayTakeAction = accessDenial(user, 'auctioneer') === null

  function onClose(changed: Standing | null) {
    setSubject(null)
    if (changed !== null) void client.invalidateQueries({ queryKey: ['/api/standings', auctionId] })
  }

  return (
    <>
      <Heading auction={auction.data} standings={standings} isLive={feed.status === 'live'} />
      <Controls
        auctionId={auctionId}
        auction={auction.data}
        mayTakeAction={mayTakeAction}
        onSpeak={() => setSpeaking(true)}
      />
      {mayTakeAction ? <OwnLots lots={lots} ownLots={desk.ownLots} /> : null}
      {auction.data?.kind === 'live' && resultsOf(standings).left > 0 ? (
        <ConsoleBlock
          startsAt={auction.data.startsAt}
          {...{ auctionId, lots, standings, currency, desk, mayTakeAction }}
          onSpeak={() => setSpeaking(true)}
        />
      ) : null}
      <div className="mt-6">
        {failure !== null ? (
          <RequestFailed title={t`We couldn’t load the run list`} failure={failure} />
        ) : isLoading ? (
          <Skeleton className="h-96" />
        ) : lots.length === 0 ? (
          <EmptyState title={t`This auction has no lots`} />
        ) : (
          <ConsoleLots
            lots={lots}
            isReading={isReading}
            standings={standings}
            desk={desk}
            currency={currency}
            onRow={mayTakeAction ? { act: setSubject, enterBid: setBidOn } : null}
          />
        )}
      </div>
      {subject === null ? null : <LotAction subject={subject} onClose={onClose} />}
      <BidDialog
        lot={lots.find(({ id }) => id === bidOn)}
        standing={standings.get(bidOn ?? '')}
        currency={currency}
        onClose={() => setBidOn(null)}
      />
      {speaking ? (
        <AuctionMessage auctionId={auctionId} followers={desk.followers} onClose={() => setSpeaking(false)} />
      ) : null}
    </>
  )
}

/** What concerns all lots; of an auction that has ended, its report. */
function Controls({
  auctionId,
  auction,
  mayTakeAction,
  onSpeak,
}: {
  auctionId: string
  auction: Auction | undefined
  mayTakeAction: boolean
  onSpeak: () => void
}) {
  if (auction?.state === 'ended') {
    return (
      <Button asChild variant="outline" size="sm" className="mt-3">
        <Link href={paths.adminPage(`reports/auctions/${auctionId}`)}>{t`View report`}</Link>
      </Button>
    )
  }
  return (
    <HaltControl auctionId={auctionId} mayTakeAction={mayTakeAction}>
      <Button variant="outline" size="sm" onClick={onSpeak}>{t`Message bidders`}</Button>
      {auction === undefined ? null : <CancelAuction auctionId={auctionId} />}
    </HaltControl>
  )
}

function Heading({
  auction,
  standings,
  isLive,
}: {
  auction: Auction | undefined
  standings: Standings
  isLive: boolean
}) {
  return (
    <>
      <BackLink href={paths.adminPage('auctions')}>{t`Auctions`}</BackLink>
      <h1 className="mt-1 text-xl">{auction?.title ?? t`Auction`}</h1>
      {auction === undefined ? null : <AuctionLine auction={auction} standings={standings} isLive={isLive} />}
    </>
  )
}

/** Within a line. */
const STATES: Record<Auction['state'], string> = {
  scheduled: t`scheduled`,
  running: t`running`,
  ended: t`ended`,
}

/** Reads the auction again when its lots show that it has begun or ended: its own state comes with no message of the feed. */
function useFreshState({ id, state }: Auction, standings: Standings) {
  const client = useQueryClient()
  const upcoming = [...standings.values()].filter(({ status }) => status === 'scheduled').length
  const seen = upcoming === standings.size ? 'scheduled' : resultsOf(standings).left === 0 ? 'ended' : 'running'
  useEffect(() => {
    if (seen !== 'scheduled' && seen !== state) void client.invalidateQueries({ queryKey: ['/api/auctions', id] })
  }, [client, id, seen, state])
}

function AuctionLine({ auction, standings, isLive }: { auction: Auction; standings: Standings; isLive: boolean }) {
  useFreshState(auction, standings)
  const results = resultsOf(standings)
  const { open, left } = results
  const upcoming = left - open
  // A live auction takes bids on later lots before its first lot opens.
  const opensAt = formatInstant(auction.kind === 'live' ? auction.startsAt : auction.opensAt)
  const facts = [
    auction.kind === 'live' ? t`Live auction` : t`Timed auction`,
    STATES[auction.state],
    plural(auction.lotCount, { one: '# lot', other: '# lots' }),
    auction.state === 'scheduled' ? t`opens ${opensAt}` : t`opened ${opensAt}`,
  ]
  const counts = [
    ...(open > 0 ? [plural(open, { one: '# open', other: '# open' })] : []),
    ...(upcoming > 0 && upcoming < auction.lotCount
      ? [plural(upcoming, { one: '# upcoming', other: '# upcoming' })]
      : []),
    ...endedWords(results),
  ]
  return (
    <p className="tabular mt-1 text-sm text-slate">
      {[facts, counts].map((parts) => (parts.length === 0 ? '' : `${parts.join(', ')}.`)).join(' ')}
      {isLive ? null : ` ${t`Reconnecting: prices may be out of date.`}`}
    </p>
  )
}
