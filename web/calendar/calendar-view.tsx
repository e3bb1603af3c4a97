import { t } from '#web/platform/language/text.ts'
import { useMemo } from 'react'
import type { CalendarAuction, Closing } from '#contract/calendar/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Agenda, DayList } from './agenda.tsx'
import { DayGrid } from './day-grid.tsx'
import { type DayEntries, NO_ENTRIES } from './entry.ts'
import type { Span, View } from './span.ts'
import { byDay, type DayKey, noonOf } from '#web/platform/zoned-days.ts'
import { dayWords } from './zone.ts'

/** The auctions of a span, and the lots the person follows, as an agenda or a grid; on a phone the chosen day is below the grid. */
export function CalendarView({
  view,
  span,
  day,
  today,
  zone,
  auctions,
  isFiltered,
  closings,
  onGo,
  onClear,
}: {
  view: Exclude<View, 'plan'>
  span: Span
  day: DayKey
  today: DayKey
  zone: string
  auctions: readonly CalendarAuction[]
  isFiltered: boolean
  closings: readonly Closing[]
  onGo: (day: DayKey) => void
  onClear: () => void
}) {
  const narrow = useMediaQuery('(max-width: 39.99rem)')
  const days = useMemo(() => entriesOf(auctions, closings, span, zone), [auctions, closings, span, zone])
  if (view === 'agenda') {
    if (days.size === 0) {
      return (
        <EmptyState
          title={isFiltered ? t`No matching auctions in ${span.title}` : t`No auctions in ${span.title}`}
          action={
            <Button variant="outline" onClick={() => (isFiltered ? onClear() : onGo(span.after))}>
              {isFiltered ? t`Clear filters` : t`See next month`}
            </Button>
          }
        >
          {t`We publish auctions about two weeks ahead.`}
        </EmptyState>
      )
    }
    return <Agenda days={[...days].toSorted(([a], [b]) => (a < b ? -1 : 1))} today={today} zone={zone} />
  }
  const ofDay = days.get(day) ?? NO_ENTRIES
  return (
    <>
      <DayGrid
        weeks={span.weeks}
        days={days}
        current={day}
        month={view === 'month' ? day.slice(0, 7) : null}
        today={today}
        zone={zone}
        onGo={onGo}
      />
      {narrow || ofDay.closings.length > 0 ? (
        <section aria-labelledby="chosen-day" className="mt-6">
          <h3 id="chosen-day" className="mb-3 text-base first-letter:uppercase">
            {dayWords.long.format(noonOf(day))}
          </h3>
          {ofDay.auctions.length + ofDay.closings.length === 0 ? (
            <p className="text-slate">{t`No auctions on this day.`}</p>
          ) : (
            <DayList entries={ofDay} zone={zone} />
          )}
        </section>
      ) : null}
    </>
  )
}

function entriesOf(
  auctions: readonly CalendarAuction[],
  closings: readonly Closing[],
  { from, to }: Span,
  zone: string,
): Map<DayKey, DayEntries> {
  const days = new Map<DayKey, DayEntries>()
  for (const [day, ofDay] of byDay(auctions, zone, ({ startsAt }) => startsAt))
    days.set(day, { auctions: ofDay, closings: [] })
  const near = closings.filter(({ likelyAt }) => likelyAt >= from && likelyAt < to)
  for (const [day, ofDay] of byDay(near, zone, ({ likelyAt }) => likelyAt)) {
    days.set(day, { auctions: days.get(day)?.auctions ?? [], closings: ofDay })
  }
  return days
}
