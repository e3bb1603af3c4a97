import { t } from '#web/platform/language/text.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { LogInFirst } from '#web/accounts/log-in/log-in-first.tsx'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/platform/clock.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { CalendarView } from './calendar-view.tsx'
import { FilterBar, ZoneChoice } from './filter-bar.tsx'
import { choicesIn, type Filters, filterAuctions, NO_FILTERS } from './filters.ts'
import { Plan } from './plan.tsx'
import { spanOf, VIEWS, type View } from './span.ts'
import { type DayKey, dayKey, readDay } from '#web/platform/zoned-days.ts'
import { useZone } from './zone.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accessDenial } from '#contract/accounts/access.ts'
import { type CalendarAuction, type Closing, readCalendar, readClosings } from '#contract/calendar/calendar.ts'
import { call, urlOf } from '#web/platform/request.ts'

/** An estimate older than this is computed again. */
const PLAN_FRESH_MS = 60_000

/** Auctions between two instants (ms), with the makes of their lots. */
function useCalendar(from: number, to: number) {
  return useQuery<{ items: CalendarAuction[] }>({
    queryKey: [urlOf(readCalendar.path, {}, { from, to })],
    queryFn: ({ signal }) => call(readCalendar, { query: { from, to } }, signal),
    placeholderData: keepPreviousData,
  })
}

/** When the lots the person follows are likely to close, soonest first; only verified members follow lots. */
function useClosings() {
  const { user } = useUser()
  return useQuery<{ items: Closing[]; serverTime: number }>({
    queryKey: [readClosings.path],
    enabled: user !== null && accessDenial(user, 'complete') === null,
    staleTime: PLAN_FRESH_MS,
    refetchInterval: PLAN_FRESH_MS,
  })
}

const Subscribe = lazy(() => import('./subscribe.tsx'))

/** `/calendar` and `/auction-calendar`: auctions as an agenda, a month or a week, and the closing planner. All of it is in the URL. */
export default function CalendarScreen() {
  const [now] = useState(serverNow)
  const place = usePlace(now)
  const { view, day, today, zone, filters, span, go } = place
  const auctions = useCalendar(span.from, span.to)
  const closings = useClosings()
  const { user, isLoading } = useUser()
  const isVisitor = user === null && !isLoading
  const items = auctions.data?.items ?? []
  return (
    <Page title={t`Auction calendar`}>
      <Paging place={place} />
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
      {auctions.error === null || view === 'plan' ? null : (
        <RequestFailed
          title={t`We couldn’t load the auctions`}
          failure={auctions.error}
          onRetry={() => void auctions.refetch()}
        />
      )}
      {view === 'plan' && !isVisitor ? <PlanOf closings={closings} zone={zone} /> : null}
      {view !== 'plan' && auctions.isPending ? <Skeleton className="h-72" /> : null}
      {view === 'plan' || auctions.data === undefined ? null : (
        <CalendarView
          view={view}
          span={span}
          day={day}
          today={today}
          zone={zone}
          auctions={filterAuctions(items, filters)}
          isFiltered={Object.values(filters).some((value) => value !== '')}
          closings={closings.data?.items ?? []}
          onGo={(chosen) => go({ day: chosen })}
          onClear={() => go({ filters: NO_FILTERS })}
        />
      )}
      {/* The auctions would push it down. */}
      {view !== 'plan' && auctions.isPending ? null : isVisitor ? (
        <LogInFirst title={t`Sign in to see your lots`} to={paths.calendar}>
          {t`See when the lots you follow are likely to close, and add them to your calendar.`}
        </LogInFirst>
      ) : (
        <OwnCalendar />
      )}
    </Page>
  )
}

type Place = ReturnType<typeof usePlace>

/** What is shown, as the URL says it; defaults are left out. */
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

/** The span shown, next and previous buttons, and the choice of view. */
function Paging({ place: { view, day, today, span, go } }: { place: Place }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      {view === 'plan' ? (
        <h2 className="text-lg">{t`When your lots close`}</h2>
      ) : (
        <div className="flex items-center gap-2">
          <Button
            variant="outline"
            size="icon"
            aria-label={span.unit === 'month' ? t`Previous month` : t`Previous week`}
            onClick={() => go({ day: span.before })}
          >
            <PreviousMark />
          </Button>
          <h2 className="min-w-44 text-center text-lg first-letter:uppercase" aria-live="polite">
            {span.title}
          </h2>
          <Button
            variant="outline"
            size="icon"
            aria-label={span.unit === 'month' ? t`Next month` : t`Next week`}
            onClick={() => go({ day: span.after })}
          >
            <NextMark />
          </Button>
          {day === today ? null : (
            <Button variant="ghost" onClick={() => go({ day: today })}>
              {t`Today`}
            </Button>
          )}
        </div>
      )}
      <TabRow name={t`View`} current={view} onChoose={(chosen) => go({ view: chosen })} tabs={VIEWS} />
    </div>
  )
}

function OwnCalendar() {
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t`Subscribe to calendar`}
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
  return <RequestFailed title={t`We couldn’t load the planner`} failure={closings.error} />
}
