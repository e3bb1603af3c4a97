import { t } from '#web/platform/language/text.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { MY_POSITIONS, type MyBid, type MyPosition } from '#contract/bidding/my-bids.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { LogInFirst } from '#web/accounts/log-in/log-in-first.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { BuyingPowerMeter } from '../power/buying-power-meter.tsx'
import { MyBidRow } from './my-bid-row.tsx'
import { useBuyingPower } from '../power/use-buying-power.ts'
import { StaleList } from '../stale-notice.tsx'
import { LOTS_A_PAGE, useMyBids } from './use-my-bids.ts'
import { WaitingBids } from '../panel/waiting-bids.tsx'

const TABS: Record<MyPosition, { label: string; none: string; empty: string }> = {
  leading: {
    label: t`Leading`,
    none: t`You’re not leading any lots`,
    empty: t`Lots where you’re the high bidder appear here.`,
  },
  outbid: {
    label: t`Outbid`,
    none: t`You haven’t been outbid`,
    empty: t`Lots where you’ve been outbid appear here with the next bid.`,
  },
  won: { label: t`Won`, none: t`No wins yet`, empty: t`Lots you win appear here.` },
  lost: { label: t`Lost`, none: t`No lost lots`, empty: t`Lots you bid on but didn’t win appear here.` },
  watching: {
    label: t`Watching`,
    none: t`You’re not watching any lots`,
    empty: t`Press Watch on a lot to follow it without bidding.`,
  },
}

/** What is left to do for a lot the person won; from a later feature. `lotIds`: the lots of its part of the list, so that one request can read of all. */
export type SettlementOf = (lotId: string, lotIds: readonly string[]) => ReactNode

/** `/my-bids`: every lot the person bids on or watches, and what they have committed. */
export function MyBids({ settlementOf, above = null }: { settlementOf: SettlementOf; above?: ReactNode }) {
  const { user } = useUser()
  const denial = accessDenial(user, 'sees-prices')
  return (
    <Page title={t`My bids`}>
      {above}
      {user === null ? (
        <LogInFirst title={t`Sign in to see your bids`} to={paths.myBids}>
          {t`Follow every lot you bid on or watch, change your maximums and see what you’ve committed.`}
        </LogInFirst>
      ) : denial === null ? (
        <OwnBids paddle={user.paddle} settlementOf={settlementOf} />
      ) : (
        <EmptyState
          title={t`You can’t see your bids right now`}
          action={
            <Button asChild>
              <Link href={paths.support}>{t`Contact support`}</Link>
            </Button>
          }
        >
          {denial.message}
        </EmptyState>
      )}
    </Page>
  )
}

/** Opens on the lots where the person was outbid, if there are any; it stays there while they bid on the last one. */
function OwnBids({ paddle, settlementOf }: { paddle: number; settlementOf: SettlementOf }) {
  const [search, setSearch] = useSearchParams()
  const asked = MY_POSITIONS.find((position) => position === search.get('position'))
  const [first, setFirst] = useState<MyPosition | null>(null)
  const tab = asked ?? first ?? 'outbid'
  const list = useMyBids(paddle, tab)
  const outbid = list.counts?.outbid
  useEffect(() => {
    if (first === null && outbid !== undefined) setFirst(outbid > 0 ? 'outbid' : 'leading')
  }, [first, outbid])
  const isChoosing = asked === undefined && first === null && list.error === null
  return (
    <>
      <Power />
      <ToPlanner />
      <WaitingBids />
      <div className="mb-6">
        <TabRow
          name={t`Position`}
          current={tab}
          onChoose={(position) => setSearch({ position })}
          tabs={MY_POSITIONS.map((position) => ({
            id: position,
            label: (
              <>
                {TABS[position].label}
                <span className="tabular ml-1.5">{list.counts?.[position] ?? ''}</span>
              </>
            ),
          }))}
        />
      </div>
      {isChoosing ? (
        <Skeleton className="h-56" />
      ) : (
        <Lots key={tab} tab={tab} list={list} paddle={paddle} settlementOf={settlementOf} />
      )}
    </>
  )
}

function Lots({
  tab,
  list,
  paddle,
  settlementOf,
}: {
  tab: MyPosition
  list: ReturnType<typeof useMyBids>
  paddle: number
  settlementOf: SettlementOf
}) {
  const { items, error, isLoading, more } = list
  const failed = error !== null && list.counts === undefined
  const isEmpty = !isLoading && !failed && items.length === 0 && more === null
  return (
    <>
      <StaleList feed={list.feed} />
      {failed ? (
        <RequestFailed
          title={t`We couldn’t load your bids`}
          also={t`They’re safe.`}
          failure={error}
          onRetry={list.readAgain}
        />
      ) : null}
      {isLoading ? <Skeleton className="h-56" /> : null}
      {isEmpty ? (
        <div className="*:border-t-0 *:pt-4">
          <EmptyState
            title={TABS[tab].none}
            action={
              <Button asChild>
                <Link href={paths.lots()}>{t`Browse lots`}</Link>
              </Button>
            }
          >
            {TABS[tab].empty}
          </EmptyState>
        </div>
      ) : null}
      <ul className="divide-y divide-line">
        {items.map((bid, at) => (
          <li key={bid.lotId}>
            <MyBidRow
              bid={bid}
              paddle={paddle}
              settlement={bid.position === 'won' ? settlementOf(bid.lotId, partOf(items, at)) : null}
            />
          </li>
        ))}
      </ul>
      {more === null ? null : (
        <Button variant="outline" className="mt-6" disabled={list.isLoadingMore} onClick={more}>
          {list.isLoadingMore ? t`Loading…` : t`Show more lots`}
        </Button>
      )}
    </>
  )
}

/** The lots of a page of the list: those read before stay in their part when more come. */
function partOf(items: readonly MyBid[], at: number): string[] {
  const from = at - (at % LOTS_A_PAGE)
  return items.slice(from, from + LOTS_A_PAGE).map(({ lotId }) => lotId)
}

function ToPlanner() {
  return (
    <p className="mt-3 mb-6 text-sm">
      <Link href={paths.closingPlan()} className="text-link">
        {t`See which close together`}
      </Link>
    </p>
  )
}

function Power() {
  const power = useBuyingPower()
  return power === undefined ? <Skeleton className="h-48 sm:h-32" /> : <BuyingPowerMeter power={power} />
}
