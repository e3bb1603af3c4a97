import { t } from '#web/platform/language/text.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatTimeOfDay } from '#web/platform/time.ts'
import { useAuctionMessages } from './use-auction-messages.ts'

/** A message older than this (ms) is no longer news. */
const NEWS_MS = 10 * 60_000

/** The latest message, while it is news. The region is always there, so that a new message is read out. */
export function LatestMessage({ auctionId }: { auctionId: string }) {
  const [latest] = useAuctionMessages(auctionId)
  const now = useServerNow(latest === undefined ? 0 : latest.at + NEWS_MS)
  const isNews = latest !== undefined && latest.at > now - NEWS_MS
  return (
    <div role="status" aria-label={t`Message from the auctioneer`}>
      {isNews ? (
        <p className="my-3 border-l-4 border-notice bg-fog px-4 py-3">
          <strong>{latest.text}</strong>{' '}
          <span className="tabular text-xs whitespace-nowrap text-slate">{formatTimeOfDay(latest.at)}</span>
        </p>
      ) : null}
    </div>
  )
}
