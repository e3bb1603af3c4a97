import { plural, t } from '#web/platform/language/text.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import type { DayEntries } from './entry.ts'
import { NO_ENTRIES } from './entry.ts'
import { addDays, addMonths, type DayKey, firstOfWeek, noonOf } from '#web/platform/zoned-days.ts'
import { dayWords, inZone } from './zone.ts'

const DAYS = [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`]
const AUCTIONS_SHOWN = 3

type Props = {
  weeks: readonly (readonly DayKey[])[]
  days: ReadonlyMap<DayKey, DayEntries>
  /** The day with the focus. */
  current: DayKey
  /** Null: no day is outside the span, as in a week. */
  month: string | null
  today: DayKey
  zone: string
  onGo: (day: DayKey) => void
}

/**
 * Days as weeks from Monday. One day has the focus and arrow keys move it: by a day or a week, Home and End within the
 * week, Page Up and Page Down by the span. Enter goes to the first auction of the day, Escape back to the day.
 */
export function DayGrid({ weeks, days, current, month, today, zone, onGo }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const byKey = useRef(false)
  useEffect(() => {
    if (!byKey.current) return
    byKey.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [current])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const target = event.target as HTMLElement
    const cell = target.closest<HTMLElement>('[data-day]')
    if (event.key === 'Escape' && target !== cell) return cell?.focus()
    if (event.key === 'Enter' && target === cell) {
      event.preventDefault()
      return cell.querySelector('a')?.focus()
    }
    const day = dayAfter(event.key, current, month !== null)
    if (day === null || event.ctrlKey || event.metaKey || event.altKey) return undefined
    event.preventDefault()
    byKey.current = true
    return onGo(day)
  }

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={t`Auctions by day; move with the arrow keys`}
      onKeyDown={onKeyDown}
    >
      <div role="row" className="grid grid-cols-7">
        {DAYS.map((day) => (
          <span key={day} role="columnheader" className="pb-2 text-xs font-semibold text-slate">
            <span aria-hidden="true">{day.slice(0, 3)}</span>
            <span className="sr-only">{day}</span>
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className="-mt-px grid grid-cols-7">
          {week.map((day) => (
            <Cell
              key={day}
              day={day}
              entries={days.get(day) ?? NO_ENTRIES}
              isCurrent={day === current}
              isToday={day === today}
              isOutside={month !== null && !day.startsWith(month)}
              tall={month === null}
              zone={zone}
              onGo={onGo}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function dayAfter(key: string, day: DayKey, byMonth: boolean): DayKey | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return firstOfWeek(day)
    case 'End':
      return addDays(firstOfWeek(day), 6)
    case 'PageUp':
      return byMonth ? addMonths(day, -1) : addDays(day, -7)
    case 'PageDown':
      return byMonth ? addMonths(day, 1) : addDays(day, 7)
    default:
      return null
  }
}

function Cell({
  day,
  entries,
  isCurrent,
  isToday,
  isOutside,
  tall,
  zone,
  onGo,
}: {
  day: DayKey
  entries: DayEntries
  isCurrent: boolean
  isToday: boolean
  isOutside: boolean
  tall: boolean
  zone: string
  onGo: (day: DayKey) => void
}) {
  const { auctions, closings } = entries
  const shown = tall ? auctions : auctions.slice(0, AUCTIONS_SHOWN)
  const inCell = isCurrent ? 0 : -1
  return (
    <div
      role="gridcell"
      data-day={day}
      tabIndex={inCell}
      aria-selected={isCurrent}
      aria-label={`${dayWords.long.format(noonOf(day))}, ${countWords(entries)}`}
      className={`-mr-px min-w-0 border border-line p-1 focus-visible:-outline-offset-2 sm:p-2 ${tall ? 'min-h-24 sm:min-h-64' : 'min-h-16 sm:min-h-28'} ${isCurrent ? 'bg-fog' : ''}`}
      onFocus={() => (isCurrent ? undefined : onGo(day))}
    >
      <time
        dateTime={day}
        aria-current={isToday ? 'date' : undefined}
        className={`tabular inline-flex size-7 items-center justify-center rounded-full text-sm ${isToday ? 'bg-ink font-bold text-on-strong' : isOutside ? 'text-slate' : ''}`}
      >
        {Number(day.slice(8))}
      </time>
      {auctions.length + closings.length === 0 ? null : (
        <span aria-hidden="true" className="tabular block text-xs font-semibold text-notice sm:hidden">
          {auctions.length + closings.length}
        </span>
      )}
      <div className="max-sm:hidden">
        {shown.map((auction) => (
          <Link
            key={auction.id}
            href={paths.auction(auction.id)}
            tabIndex={inCell}
            className="mt-1 block border-l-3 border-notice pl-1.5 text-sm leading-snug break-words hover:underline"
          >
            <span className="tabular font-semibold">{inZone(auction.startsAt, zone, 'time')}</span> {auction.title}
          </Link>
        ))}
        {auctions.length > shown.length ? (
          <p className="mt-1 text-xs text-slate">{t`and ${auctions.length - shown.length} more`}</p>
        ) : null}
        {closings.length === 0 ? null : (
          <p className="mt-1 border-l-3 border-plate pl-1.5 text-xs leading-snug">
            {plural(closings.length, { one: 'One of your lots closes', other: '# of your lots close' })}
          </p>
        )}
      </div>
    </div>
  )
}

function countWords({ auctions, closings }: DayEntries): string {
  const parts = [
    ...(auctions.length > 0 ? [plural(auctions.length, { one: '# auction', other: '# auctions' })] : []),
    ...(closings.length > 0
      ? [plural(closings.length, { one: '# of your lots closes', other: '# of your lots close' })]
      : []),
  ]
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}
