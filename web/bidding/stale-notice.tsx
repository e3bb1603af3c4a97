import { t } from '#web/platform/language/text.ts'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { useServerNow } from '#web/platform/clock.ts'
import type { FeedState } from '#web/platform/feed.ts'
import { formatDuration } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'

/** A feed that is disconnected for this long (ms) counts as lost: the data shown may be stale. */
const CONNECTING_MS_MAX = 5500

/** Since when a lot's price may be stale, in ms of the server's clock, like `now`; null while the connection is known to work. */
export function staleSince({ status, since }: FeedState, { serverTime }: LiveLot, now: number): number | null {
  if (status === 'live') return null
  if (status === 'connecting') return now - serverTime > CONNECTING_MS_MAX ? serverTime : null
  return Math.max(serverTime, since)
}

/** Replaces a label, so nothing moves when a connection drops: says that the price may be stale, and since when. */
export function StalePrice({ since, now }: { since: number; now: number }) {
  return (
    <>
      <span role="status" className="sr-only">
        {t`Connection lost. The price may be out of date. You can still bid; we check your bid against the current price.`}
      </span>
      <span className="tabular font-semibold text-outbid">{t`May be ${formatDuration(now - since)} old. Reconnecting…`}</span>
    </>
  )
}

/** Above a list of lots: says that prices may be stale, and since when. */
export function StaleList({ feed: { status, since } }: { feed: FeedState }) {
  return status === 'live' || status === 'connecting' ? null : <OldPrices since={since} />
}

function OldPrices({ since }: { since: number }) {
  const now = useServerNow(null)
  return (
    <Notice tone="info" title={t`Prices may be out of date`}>
      <p className="tabular">{t`Last update ${formatDuration(now - since)} ago. Reconnecting… You can still bid.`}</p>
    </Notice>
  )
}
