import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { Auction } from '#contract/auctions.ts'
import type { Standing } from '#contract/bidding.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSaleLots } from '#web/auctions/use-sale-lots.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ConsoleLots } from './admin-console-lots.tsx'
import { LotAct, type Subject } from './admin-lot-act.tsx'
import { SaleMessage } from './admin-message.tsx'
import { resultsOf } from '../run-list/arrange-lots.ts'
import { HaltControl } from '../halts/halt-control.tsx'
import { useConsole } from './use-console.ts'
import { type Standings, useStandings } from '../use-standings.ts'

/** The console of a sale: its lots with their live standings, and what an auctioneer can do to each and to all. */
export default function AdminLots({ auctionId }: { auctionId: string }) {
  const { user } = useUser()
  const client = useQueryClient()
  const sale = useQuery<Auction>({ queryKey: ['/api/auctions', auctionId] })
  const { lots, isLoading, isReading, failure: unread } = useSaleLots(auctionId)
  const { standings, feed } = useStandings(auctionId, barrier(user, 'informed') === null)
  const { lastBids, followers } = useConsole(auctionId)
  const [subject, setSubject] = useState<Subject | null>(null)
  const [speaking, setSpeaking] = useState(false)
  const failure = sale.error ?? (lots.length === 0 ? unread : null)
  const currency = sale.data?.currency ?? 'USD'
  const mayAct = barrier(user, 'auctioneer') === null

  function onClose(changed: Standing | null) {
    setSubject(null)
    if (changed !== null) void client.invalidateQueries({ queryKey: ['/api/standings', auctionId] })
  }

  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage('sales')} className="text-notice underline underline-offset-4">
          Sales
        </Link>
      </p>
      <h1 className="mt-1 text-xl">{sale.data?.title ?? 'Sale'}</h1>
      {sale.data === undefined ? null : (
        <SaleLine sale={sale.data} standings={standings} isLive={feed.status === 'live'} />
      )}
      <HaltControl auctionId={auctionId} mayAct={mayAct} />
      {mayAct ? (
        <Button variant="outline" size="sm" className="mt-3 ml-2" onClick={() => setSpeaking(true)}>
          Message to bidders
        </Button>
      ) : null}
      <div className="mt-6">
        {failure !== null ? (
          <Notice tone="bad" title="The run list cannot be shown">
            {wordsOfFailure(failure)}
          </Notice>
        ) : isLoading ? (
          <Skeleton className="h-96" />
        ) : lots.length === 0 ? (
          <EmptyState title="This sale has no lots" />
        ) : (
          <ConsoleLots
            lots={lots}
            isReading={isReading}
            standings={standings}
            lastBids={lastBids}
            currency={currency}
            onAct={mayAct ? setSubject : null}
          />
        )}
      </div>
      {subject === null ? null : <LotAct subject={subject} onClose={onClose} />}
      {speaking ? <SaleMessage auctionId={auctionId} followers={followers} onClose={() => setSpeaking(false)} /> : null}
    </>
  )
}

function SaleLine({ sale, standings, isLive }: { sale: Auction; standings: Standings; isLive: boolean }) {
  const { open, left, sold, passed, reserveNotMet } = resultsOf(standings)
  return (
    <p className="tabular mt-1 text-sm text-slate">
      {sale.kind}, {sale.state}, {sale.lotCount} lots, opens {formatInstant(sale.opensAt)}. {open} open, {left - open}{' '}
      to come, {sold} sold, {reserveNotMet} below the reserve, {passed} passed.
      {isLive ? ' Live.' : ' Not live at this moment: prices may be behind.'}
    </p>
  )
}
