import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { MyBid } from '#contract/bidding.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { MyBidRow } from './my-bid-row.tsx'
import { useMyBids } from './use-my-bids.ts'

type Position = MyBid['position']

const TABS: Record<Position, { label: string; empty: string }> = {
  leading: {
    label: 'Leading',
    empty: 'You lead no lot at the moment. Lots where you are outbid are under the next heading.',
  },
  outbid: { label: 'Outbid', empty: 'Nobody has passed you on a lot that is still running.' },
  won: { label: 'Won', empty: 'Lots you buy stand here with their hammer price.' },
  lost: { label: 'Lost', empty: 'Lots that went to somebody else stand here.' },
  watching: { label: 'Watching', empty: 'Press Watch on a lot to follow it without bidding.' },
}

const ORDER: readonly Position[] = ['leading', 'outbid', 'won', 'lost', 'watching']

/** `/my-bids`: every lot one bids on or watches, and what one is committed to. */
export default function MyBidsScreen() {
  const { user } = useUser()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch, feed } = useMyBids(user?.paddle ?? 0)
  const asked = ORDER.find((position) => position === search.get('position'))
  const [first] = useState<Position>('leading')
  const tab = asked ?? first
  const shown = data?.items.filter((bid) => bid.position === tab) ?? []
  const currency = data?.items[0]?.currency ?? 'USD'

  return (
    <Page title="My bids">
      {data === undefined ? null : (
        <p className="tabular -mt-4 mb-6 text-slate">
          Committed: <strong className="text-ink">{formatMoney(data.committed, currency)}</strong>
          {data.limit === null ? '' : ` of your limit of ${formatMoney(data.limit, currency)}`}. That is the sum of your
          bids and maximums where you lead, and unpaid invoices.
        </p>
      )}
      <ToPlanner />
      <div className="mb-6">
        <TabRow
          name="Position"
          current={tab}
          onChoose={(position) => setSearch({ position })}
          tabs={ORDER.map((position) => ({
            id: position,
            label: <TabLabel position={position} items={data?.items} />,
          }))}
        />
      </div>
      {feed.status === 'reconnecting' ? (
        <Notice tone="info" title="Reconnecting">
          <p>Prices may be a little old until the connection is back. You can still bid.</p>
        </Notice>
      ) : null}
      {error === null || data !== undefined ? null : (
        <Notice tone="bad" title="Your bids could not be loaded">
          <p>They are safe with the house. {error.message}</p>
          <Button variant="outline" size="sm" className="mt-2" onClick={() => void refetch()}>
            Load them again
          </Button>
        </Notice>
      )}
      {data === undefined && error === null ? <Skeleton className="h-56" /> : null}
      {data !== undefined && shown.length === 0 ? (
        <EmptyState
          title={`${TABS[tab].label}: none`}
          action={
            <Button asChild>
              <Link href={paths.calendar}>See the sales</Link>
            </Button>
          }
        >
          {TABS[tab].empty}
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {shown.map((bid) => (
          <li key={bid.lotId}>
            <MyBidRow bid={bid} paddle={user?.paddle ?? 0} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

function ToPlanner() {
  return (
    <p className="-mt-3 mb-6 text-sm">
      <Link href={paths.closingPlan()} className="text-notice underline underline-offset-4">
        When they are likely to close, and which at the same time
      </Link>
    </p>
  )
}

function TabLabel({ position, items }: { position: Position; items: readonly MyBid[] | undefined }) {
  return (
    <>
      {TABS[position].label}
      <span className="tabular ml-1.5">{items?.filter((bid) => bid.position === position).length ?? ''}</span>
    </>
  )
}
