import type { LiveLot } from '#contract/bidding.ts'
import { useServerNow } from '#web/platform/clock.ts'
import type { FeedState } from '#web/platform/feed.ts'
import { formatDuration } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'

/** A feed that is not there after so long is as good as lost: what was read meanwhile grows old. */
const CONNECTING_MS_MAX = 5500

/** Since when a lot's price may be old, in ms of the server's clock; null while the link is known to work. `now` by the same clock. */
export function staleSince({ status, since }: FeedState, { serverTime }: LiveLot, now: number): number | null {
  if (status === 'live') return null
  if (status === 'connecting') return now - serverTime > CONNECTING_MS_MAX ? serverTime : null
  return Math.max(serverTime, since)
}

/** In the place of a label, so that nothing moves when a link dies: that the price may be old, and how old. */
export function StalePrice({ since, now }: { since: number; now: number }) {
  return (
    <>
      <span role="status" className="sr-only">
        The connection is lost. The price may be old. You can still bid: your bid is judged by the current price.
      </span>
      <span className="tabular font-semibold text-outbid">May be {formatDuration(now - since)} old. Reconnecting…</span>
    </>
  )
}

/** Over a list of lots: that its prices may be old, and how old. */
export function StaleList({ feed: { status, since } }: { feed: FeedState }) {
  return status === 'live' || status === 'connecting' ? null : <OldPrices since={since} />
}

function OldPrices({ since }: { since: number }) {
  const now = useServerNow(null)
  return (
    <Notice tone="info" title="Prices may be out of date">
      <p className="tabular">Last update {formatDuration(now - since)} ago. Reconnecting… You can still bid.</p>
    </Notice>
  )
}
