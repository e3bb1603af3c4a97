import { t } from '#web/platform/language/text.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AuctionMessage, listAuctionMessages } from '#contract/bidding/auction-console.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { useFeed } from '#web/platform/feed.ts'
import { urlOf } from '#web/platform/request.ts'
import { formatTimeOfDay } from '#web/platform/time.ts'

/** A message older than this (ms) is no longer news. */
const NEWS_MS = 10 * 60_000

/** What staff said to everyone in the auction, newest first, live. */
function useAuctionMessages(auctionId: string): readonly AuctionMessage[] {
  const client = useQueryClient()
  const queryKey = [urlOf(listAuctionMessages.path, { auctionId })]
  const { data } = useQuery<ReplyOf<typeof listAuctionMessages>>({ queryKey })
  useFeed({ auctions: [auctionId] }, (message) => {
    if (message.type === 'resync' || (message.type === 'said' && message.auctionId === auctionId))
      void client.invalidateQueries({ queryKey })
  })
  return data?.items ?? []
}

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

const LINES_SHOWN = 4

/** The log of messages at the desk, beside the bids. */
export function MessageLog({ auctionId }: { auctionId: string }) {
  const messages = useAuctionMessages(auctionId)
  return (
    <section aria-labelledby="message-log" className="mt-3 border-t border-line pt-3">
      <h4 id="message-log" className="text-sm">
        {t`Messages`}
      </h4>
      <ol className="mt-1">
        {messages.length === 0 ? <li className="text-sm text-slate">{t`No messages yet`}</li> : null}
        {messages.slice(0, LINES_SHOWN).map(({ id, at, text }) => (
          <li key={id} className="flex gap-3 py-0.5 text-sm">
            <time
              dateTime={new Date(at).toISOString()}
              className="tabular shrink-0 text-xs leading-[1.4rem] text-slate"
            >
              {formatTimeOfDay(at)}
            </time>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
