import { lazy, type ReactNode, Suspense } from 'react'
import { barrier } from '#contract/access.ts'
import type { Standing } from '#contract/bidding.ts'
import type { Lot } from '#contract/lots.ts'
import { useFreshFacts } from '#web/lots/use-fresh-facts.ts'
import { LotPage, WIDE } from '#web/lots/lot-page.tsx'
import { useUser } from '#web/platform/session.tsx'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { mediaMatches } from '#web/ui/media-query.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AlarmWatch } from './alarms/alarm-watch.tsx'
import { BidBar } from './panel/bid-bar.tsx'
import { BidHistory } from './ledger/bid-history.tsx'
import type { BidPanelProps } from './panel/bid-panel.tsx'
import { chalkOf } from './lot-chalk.ts'
import { PriceBlock } from './panel/price-block.tsx'
import { useBid } from './bid/use-bid.ts'
import { useBidKey } from './bid/use-bid-key.ts'
import { useLiveLot } from './use-live-lot.ts'
import { WithdrawBid } from './withdraw-bid.tsx'
import { WatchButton } from './watch-button.tsx'
import { wordsOf } from '#web/platform/request.ts'

// A phone has the bar: there the whole box comes with its sheet. Beside the photographs of a wide screen it stands from the beginning.
const panel = lazyPart<BidPanelProps>(() =>
  import('./panel/bid-panel.tsx').then(({ BidPanel }) => ({ default: BidPanel })),
)
if (mediaMatches(WIDE)) panel.prepare()

const VerifyLot = lazy(() => import('./ledger/verify-lot.tsx'))

/** The lot page with everything on it that moves. `prefill`: an amount to fill in, in minor units; `similar`: of a later room. */
export function LiveLotPage({
  lot,
  prefill = null,
  similar = null,
}: {
  lot: Lot
  prefill?: number | null
  similar?: ReactNode
}) {
  const view = useLiveLot(lot.id, lot.saleKind === 'live')
  const bidding = useBid(lot.id, lot.currency)
  const { user } = useUser()
  useBidKey()
  useFreshFacts(lot)
  const { live } = view
  const missing =
    live === undefined && view.failure !== null ? (
      <Notice tone="bad" title="The price could not be read">
        <p>{wordsOf(view.failure)} It will be shown as soon as the house answers.</p>
      </Notice>
    ) : null
  return (
    <LotPage
      lot={lot}
      slots={{
        isOver: live !== undefined && isOver(live.standing),
        chalk: chalkOf(live?.standing, lot.vehicle.runState),
        price: (
          <>
            {missing ?? <PriceBlock lot={lot} view={view} />}
            <WithdrawBid lot={lot} live={live} />
          </>
        ),
        panel: (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <panel.Part lot={lot} view={view} bidding={bidding} prefill={prefill} />
          </Suspense>
        ),
        bar: <BidBar lot={lot} view={view} bidding={bidding} prefill={prefill} />,
        history: (
          <>
            {live !== undefined && isOver(live.standing) ? (
              <Suspense fallback={null}>
                <VerifyLot lotId={lot.id} standing={live.standing} />
              </Suspense>
            ) : null}
            <BidHistory lotId={lot.id} currency={lot.currency} paddle={live?.you.paddle ?? 0} />
          </>
        ),
        similar,
        watch:
          live === undefined || barrier(user, 'complete') !== null ? null : (
            <>
              <WatchButton lotId={lot.id} watching={live.you.watching} />
              <AlarmWatch live={live} />
            </>
          ),
      }}
    />
  )
}

/** From then on the ledger shows its texts and hashes. */
function isOver({ status }: Standing): boolean {
  return status !== 'scheduled' && status !== 'open'
}
