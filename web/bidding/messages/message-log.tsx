import { formatTimeOfDay } from '#web/platform/time.ts'
import { useAuctionMessages } from './use-auction-messages.ts'
import { t } from '#web/platform/language/text.ts'

const LINES_SHOWN = 4

/** The log of messages at the desk, beside the bids. */
export function MessageLog({ auctionId }: { auctionId: string }) {
  const messages = useAuctionMessages(auctionId)
  return (
    <section aria-labelledby="message-log" className="mt-3 border-t border-line pt-3">
      <h4 id="message-log" className="text-sm">{t`Messages`}</h4>
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
