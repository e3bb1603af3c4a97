import { plural, t } from '#web/platform/language/text.ts'
import { lazy, Suspense } from 'react'
import type { Lot } from '#contract/lots/lots.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatInstant } from '#web/platform/time.ts'
import { CheckMark, InfoMark } from '#web/ui/marks.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EXTENSION_SHOWN_MS, isPaused } from '../bid/bid-box-state.ts'
import { Countdown } from '../bid/countdown.tsx'
import { StalePrice, staleSince } from '../stale-notice.tsx'
import type { LiveView } from '../use-live-lot.ts'

const LotTurn = lazy(() => import('../turns/lot-turn.tsx'))

const OVER = new Set(['sold', 'passed', 'reserve-not-met', 'withdrawn'])

/** Price, reserve and time left: visible without scrolling. */
export function PriceBlock({ lot, view }: { lot: Lot; view: LiveView }) {
  const { live, extendedAt } = view
  const closesAt = live?.standing.closesAt ?? null
  const now = useServerNow(closesAt)
  if (live === undefined) return <Skeleton className="h-24" />
  const { standing } = live
  const over = OVER.has(standing.status)
  const stale = over ? null : staleSince(view.feed, live, now)
  const justExtended = extendedAt !== null && now - extendedAt < EXTENSION_SHOWN_MS
  return (
    <div
      className={`grid items-start gap-x-6 gap-y-2 ${over ? 'grid-cols-[minmax(max-content,1fr)_auto]' : 'grid-cols-[1fr_auto]'}`}
    >
      <div>
        <p className="text-xs text-slate">
          {stale === null ? labelOf(standing.status, standing.price) : <StalePrice since={stale} now={now} />}
        </p>
        <p aria-live="polite" className="wide text-xl font-bold sm:text-2xl">
          <Odometer amount={standing.price ?? lot.openingBid} currency={lot.currency} />
        </p>
        <p className="tabular flex flex-wrap gap-x-3 text-sm text-slate">
          <span>{plural(standing.bidCount, { one: '# bid', other: '# bids' })}</span>
          {standing.status === 'sold' && standing.reserve === 'not-met' ? (
            t`Sold by agreement`
          ) : (
            <Reserve reserve={standing.reserve} />
          )}
        </p>
      </div>
      <div className="text-right [&_p]:justify-end">
        {over || closesAt === null ? null : (
          <Countdown closesAt={closesAt} extendedAt={justExtended ? extendedAt : null} extensionMs={lot.extensionMs} />
        )}
        {!over && closesAt === null ? (
          <p className="max-w-40 text-sm text-slate">
            {isPaused(standing) ? (
              t`Clock paused`
            ) : lot.auctionKind === 'live' ? (
              <Suspense fallback={t`Upcoming`}>
                <LotTurn auctionId={lot.auctionId} lotId={lot.id} />
              </Suspense>
            ) : (
              t`Upcoming`
            )}
          </p>
        ) : null}
        {over && closesAt !== null ? (
          <p className="text-sm text-slate">{t`Closed ${formatInstant(closesAt)}`}</p>
        ) : null}
      </div>
    </div>
  )
}

function labelOf(status: string, price: number | null): string {
  if (price === null) return t`Opening bid`
  if (status === 'sold') return t`Hammer price`
  return OVER.has(status) ? t`High bid` : t`Current bid`
}

function Reserve({ reserve }: { reserve: 'none' | 'not-met' | 'met' }) {
  if (reserve === 'none') return <>{t`No reserve`}</>
  if (reserve === 'met') {
    return (
      <span className="inline-flex items-center gap-1 font-semibold whitespace-nowrap text-leading">
        <CheckMark className="size-4" />
        {t`Reserve met`}
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <InfoMark className="size-4" />
      {t`Reserve not met`}
    </span>
  )
}
