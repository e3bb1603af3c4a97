import { t } from '#web/platform/language/text.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import { type Standing, type LiveLot, watch } from '#contract/bidding/bidding.ts'
import type { Lot } from '#contract/lots/lots.ts'
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
import { failureMessage, call } from '#web/platform/request.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { liveParts } from '#contract/seo/first-answers.ts'
import { Button } from '#web/ui/button.tsx'
import { HeartMark } from '#web/ui/marks.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** Watches a lot or stops watching it. */
function WatchButton({ lotId, watching }: { lotId: string; watching: boolean }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: boolean) => call(watch, { params: { lotId }, body: { watching: wanted } }),
    onSuccess: (reply) => {
      client.setQueryData<LiveLot>(liveParts(lotId), (held) =>
        held === undefined ? held : { ...held, you: { ...held.you, watching: reply.watching } },
      )
    },
    onError: (failure) =>
      toast({
        title: t`We couldn’t update your watchlist`,
        description: failureMessage(failure),
        variant: 'destructive',
      }),
  })
  return (
    <Tooltip label={t`Adds the lot to My bids. Watching isn’t a bid.`}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={watching ? t`Watching` : t`Watch`}
        aria-pressed={watching}
        disabled={isPending}
        onClick={() => mutate(!watching)}
      >
        <HeartMark isFilled={watching} />
      </Button>
    </Tooltip>
  )
}

// Phones have the bar: the full box comes with its sheet. Next to the photos of a wide screen it is there from the start.
const panel = lazyPart<BidPanelProps>(() =>
  import('./panel/bid-panel.tsx').then(({ BidPanel }) => ({ default: BidPanel })),
)
if (mediaMatches(WIDE)) panel.prepare()

// Most lots were never corrected.
const WithdrawBid = lazy(() => import('./withdraw-bid.tsx').then((file) => ({ default: file.WithdrawBid })))
const VerifyLot = lazy(() => import('./ledger/verify-lot.tsx'))

/**
 * The lot page with all its live parts. `prefill`: an amount to fill in, in minor units; `similar` and `settlement` come from later
 * features.
 */
export function LiveLotPage({
  lot,
  prefill = null,
  similar,
  settlement,
}: {
  lot: Lot
  prefill?: number | null
  similar: ReactNode
  settlement: ReactNode
}) {
  const view = useLiveLot(lot.id, lot.auctionKind === 'live')
  const bidding = useBid(lot.id, lot.currency)
  const { user } = useUser()
  useBidKey()
  useFreshFacts(lot)
  const { live } = view
  const missing =
    live === undefined && view.failure !== null ? (
      <Notice tone="bad" title={t`We couldn’t load the price`}>
        <p>{t`${failureMessage(view.failure)} It will appear here as soon as it loads.`}</p>
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
            {lot.corrections.length === 0 ? null : (
              <Suspense fallback={null}>
                <WithdrawBid lot={lot} live={live} />
              </Suspense>
            )}
          </>
        ),
        panel: (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <panel.Part lot={lot} view={view} bidding={bidding} prefill={prefill} settlement={settlement} />
          </Suspense>
        ),
        bar: <BidBar lot={lot} view={view} bidding={bidding} prefill={prefill} settlement={settlement} />,
        history: (
          <>
            <BidHistory lotId={lot.id} currency={lot.currency} paddle={live?.you.paddle ?? 0} />
            {live !== undefined && isOver(live.standing) ? (
              <Suspense fallback={null}>
                <VerifyLot lotId={lot.id} standing={live.standing} />
              </Suspense>
            ) : null}
          </>
        ),
        similar,
        watch:
          live === undefined || accessDenial(user, 'complete') !== null ? null : (
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
