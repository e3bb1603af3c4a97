import { late } from '#web/platform/late.ts'
import { sentenceOf } from '../ledger/history-words.ts'
import { useLedger } from '../use-live-lot.ts'

const LINES_SHOWN = 6
const time = late(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' }))

/** The last things that happened to the lot on the block, newest first. */
export function BidTicker({ lotId, currency, paddle }: { lotId: string; currency: string; paddle: number }) {
  const { lines } = useLedger(lotId)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="ticker" className="border-t border-line pt-3">
      <h4 id="ticker" className="text-sm">
        Bids
      </h4>
      <ol className="mt-1">
        {lines.slice(0, LINES_SHOWN).map((line) => (
          <li key={line.sequence} className="flex gap-3 py-0.5 text-sm first:font-semibold">
            <time dateTime={new Date(line.at).toISOString()} className="tabular text-xs leading-[1.4rem] text-slate">
              {time().format(line.at)}
            </time>
            <span>
              {sentenceOf(line, currency)}
              {line.paddle === paddle ? ' (you)' : ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
