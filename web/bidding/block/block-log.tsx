import { t } from '#web/platform/language/text.ts'
import { locale } from '#web/platform/language/language.ts'
import { late } from '#web/fast-start/late.ts'
import { sentenceOf } from '../ledger/history-words.ts'
import { useLedger } from '../use-live-lot.ts'

const LINES_SHOWN = 6
const time = late(() => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' }))

/** The latest events of the lot on the block, newest first, in an area of fixed height. */
export function BlockLog({ lotId, currency, paddle }: { lotId: string; currency: string; paddle: number }) {
  const { lines } = useLedger(lotId)
  return (
    <section aria-labelledby="block-log" className="border-t border-line pt-3">
      <h4 id="block-log" className="text-sm">
        {t`Bids`}
      </h4>
      <ol className="mt-1 h-44 overflow-hidden">
        {lines.length === 0 ? <li className="text-sm text-slate">{t`No bids yet`}</li> : null}
        {/* Keyed by row: a new line changes the texts, and no row moves. */}
        {lines.slice(0, LINES_SHOWN).map((line, row) => (
          <li key={row} className="flex gap-3 py-0.5 text-sm first:font-semibold">
            <time
              dateTime={new Date(line.at).toISOString()}
              className="tabular shrink-0 text-xs leading-[1.4rem] whitespace-nowrap text-slate"
            >
              {time().format(line.at)}
            </time>
            <span className="truncate">{sentenceOf(line, currency, paddle)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
