import type { LiveLot } from '#contract/bidding.ts'
import type { FeedState } from '#web/platform/feed.ts'
import { formatDuration } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'

/** While the live connection is down: how old the price is, and that bidding still works. `now` is the house's clock in ms. */
export function StaleNotice({ feed, live, now }: { feed: FeedState; live: LiveLot; now: number }) {
  if (feed.status === 'live' || feed.status === 'connecting') return null
  return (
    <Notice tone="info" title="Reconnecting">
      <p className="tabular text-sm">
        The price shown is {formatDuration(now - Math.max(live.serverTime, feed.since))} old. You can still bid; the
        house judges by the true price.
      </p>
    </Notice>
  )
}
