import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import type { LedgerLine } from '#contract/bidding/bidding.ts'
import type { SealedLine } from '#contract/bidding/ledger.ts'
import { late } from '#web/fast-start/late.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatMoney } from '#web/platform/money.ts'
import { sentenceOf } from './history-words.ts'
import { useLedger } from '../use-live-lot.ts'

const time = late(() => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' }))
const date = late(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))

/** Shown at first; all of them are printed. */
const FIRST_SHOWN = 4

/** The events of a lot, newest first. */
export default function HistoryLines({ lotId, currency, paddle }: { lotId: string; currency: string; paddle: number }) {
  const { lines, sealed, isLoading, more } = useLedger(lotId)
  const [isWhole, setWhole] = useState(false)
  const all = withSealed(lines, sealed)
  return (
    <>
      {isLoading ? <Skeleton className="mt-3 h-24" /> : null}
      {!isLoading && lines.length === 0 ? <p className="mt-2 text-slate">{t`No bids yet.`}</p> : null}
      <ol className="mt-2 divide-y divide-line">
        {all.map((line, index) => (
          <li
            key={keyOf(line)}
            className={`grid-cols-[6rem_1fr_auto] gap-x-3 py-2 text-sm print:grid ${isWhole || index < FIRST_SHOWN ? 'grid' : 'hidden'}`}
          >
            <time
              dateTime={new Date(line.at).toISOString()}
              className="tabular text-xs leading-[1.4rem] whitespace-nowrap text-slate"
            >
              {isSameDay(line.at, all[index - 1]?.at) ? null : (
                <>
                  {date().format(line.at)} <br />
                </>
              )}
              {time().format(line.at)}
            </time>
            <span className={line.paddle === paddle ? 'font-semibold' : ''}>{sentenceOf(line, currency, paddle)}</span>
            <span className="tabular text-right font-semibold">
              {line.type === 'bid-placed' && typeof line.price === 'number' ? formatMoney(line.price, currency) : ''}
            </span>
          </li>
        ))}
      </ol>
      {!isWhole && all.length > FIRST_SHOWN ? (
        <Button variant="link" className="print:hidden" onClick={() => setWhole(true)}>
          {more === null ? t`Show all ${all.length} events` : t`Show more events`}
        </Button>
      ) : more === null ? null : (
        <Button variant="outline" size="sm" onClick={more}>
          {t`Show earlier`}
        </Button>
      )}
    </>
  )
}

/** Lines of one day show it once. */
function isSameDay(at: number, before: number | undefined): boolean {
  return before !== undefined && date().format(at) === date().format(before)
}

/** Newest first, each sealed line next to the line it followed. */
function withSealed(lines: readonly LedgerLine[], sealed: readonly SealedLine[]): (LedgerLine | SealedLine)[] {
  if (sealed.length === 0) return [...lines]
  return lines.flatMap((line) => [...sealed.filter(({ after }) => after === line.sequence).toReversed(), line])
}

function keyOf(line: LedgerLine | SealedLine): string {
  return 'number' in line ? t`sealed ${line.number}` : String(line.sequence)
}
