import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { LogInFirst } from '#web/accounts/log-in/log-in-first.tsx'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/platform/clock.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { CalendarView } from './calendar-view.tsx'
import { FilterBar, ZoneChoice } from './filter-bar.tsx'
import { choicesIn, type Filters, filterSales, NO_FILTERS } from './filters.ts'
import { Plan } from './plan.tsx'
import { spanOf, VIEWS, type View } from './span.ts'
import { useCalendar, useClosings } from './use-calendar.ts'
import { type DayKey, dayKey, readDay } from './zoned-days.ts'
import { useZone } from './zone.ts'
import { wordsOf } from '#web/platform/request.ts'

const Subscribe = lazy(() => import('./subscribe.tsx'))

/** `/calendar` and `/auction-calendar`: sales as an agenda, a month or a week, and the closing planner. All of it is in the URL. */
export default function CalendarScreen() {
  const [now] = useState(serverNow)
  const place = usePlace(now)
  const { view, day, today, zone, filters, span, go } = place
  const sales = useCalendar(span.from, span.to)
  const closings = useClosings()
  const { user, isLoading } = useUser()
  const isVisitor = user === null && !isLoading
  const items = sales.data?.items ?? []
  return (
    <Page title="Sale calendar">
      <Turning place={place} />
      {view === 'plan' ? (
        <div className="mb-6 max-w-80">
          <ZoneChoice now={now} />
        </div>
      ) : (
        <FilterBar
          filters={filters}
          {...choicesIn(items, filters)}
          now={now}
          onChange={(chosen) => go({ filters: chosen })}
        />
      )}
      {sales.error === null || view === 'plan' ? null : (
        <Notice tone="bad" title="The sales could not be loaded">
          <p>{wordsOf(sales.error)}</p>
          <Button variant="outline" size="sm" className="mt-2" onClick={() => void sales.refetch()}>
            Load them again
          </Button>
        </Notice>
      )}
      {view === 'plan' && !isVisitor ? <PlanOf closings={closings} zone={zone} /> : null}
      {view !== 'plan' && sales.isPending ? <Skeleton className="h-72" /> : null}
      {view === 'plan' || sales.data === undefined ? null : (
        <CalendarView
          view={view}
          span={span}
          day={day}
          today={today}
          zone={zone}
          sales={filterSales(items, filters)}
          isFiltered={Object.values(filters).some((value) => value !== '')}
          closings={closings.data?.items ?? []}
          onGo={(chosen) => go({ day: chosen })}
          onClear={() => go({ filters: NO_FILTERS })}
        />
      )}
      {isVisitor ? (
        <LogInFirst title="Log in for your own lots" to={paths.calendar}>
          Members see when the lots they follow are likely to close, and subscribe to them in their own calendar.
        </LogInFirst>
      ) : (
        <OwnCalendar />
      )}
    </Page>
  )
}

type Place = ReturnType<typeof usePlace>

/** What is shown, as the URL says it; what is usual is left out of it. */
function usePlace(now: number) {
  const [search, setSearch] = useSearchParams()
  const [zone] = useZone()
  const today = dayKey(now, zone)
  const view = VIEWS.find(({ id }) => id === search.get('view'))?.id ?? 'agenda'
  const day = readDay(search.get('day')) ?? today
  const filters: Filters = {
    location: search.get('location') ?? '',
    kind: search.get('kind') ?? '',
    make: search.get('make') ?? '',
  }
  const span = useMemo(() => spanOf(view, day, zone), [view, day, zone])

  function go(changes: { view?: View; day?: DayKey; filters?: Filters }) {
    const next = { view, day, ...changes }
    const kept = {
      view: next.view === 'agenda' ? '' : next.view,
      day: next.day === today ? '' : next.day,
      ...(changes.filters ?? filters),
    }
    setSearch(Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== '')), { replace: true })
  }
  return { view, day, today, zone, filters, span, go }
}

/** What span is shown, on to the next and back, and as what. */
function Turning({ place: { view, day, today, span, go } }: { place: Place }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      {view === 'plan' ? (
        <h2 className="text-lg">When your lots close</h2>
      ) : (
        <div className="flex items-center gap-2">
          <Button
            variant="outline"
            size="icon"
            aria-label={`Previous ${span.unit}`}
            onClick={() => go({ day: span.before })}
          >
            <PreviousMark />
          </Button>
          <h2 className="min-w-44 text-center text-lg" aria-live="polite">
            {span.title}
          </h2>
          <Button
            variant="outline"
            size="icon"
            aria-label={`Next ${span.unit}`}
            onClick={() => go({ day: span.after })}
          >
            <NextMark />
          </Button>
          {day === today ? null : (
            <Button variant="ghost" onClick={() => go({ day: today })}>
              Today
            </Button>
          )}
        </div>
      )}
      <TabRow name="View" current={view} onChoose={(chosen) => go({ view: chosen })} tabs={VIEWS} />
    </div>
  )
}

function OwnCalendar() {
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Button variant="outline" onClick={() => setOpen(true)}>
        Have it in your own calendar
      </Button>
      {open ? (
        <Suspense>
          <Subscribe onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

function PlanOf({ closings, zone }: { closings: ReturnType<typeof useClosings>; zone: string }) {
  if (closings.data !== undefined) return <Plan closings={closings.data.items} zone={zone} />
  if (closings.error === null) return <Skeleton className="h-72" />
  return (
    <Notice tone="bad" title="The planner could not be loaded">
      {wordsOf(closings.error)}
    </Notice>
  )
}
