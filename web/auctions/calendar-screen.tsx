import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { serverNow } from '#web/platform/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { Agenda } from './agenda.tsx'
import { monthStart } from './calendar-days.ts'
import { MonthGrid } from './month-grid.tsx'
import { useAuctions } from './use-auctions.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

const VIEWS = [
  { id: 'agenda', label: 'Agenda' },
  { id: 'month', label: 'Month' },
] as const

/** `/calendar` and `/auction-calendar`: the sales of a month, as an agenda or a grid. The view and the month are in the URL. */
export default function CalendarScreen() {
  const [search, setSearch] = useSearchParams()
  const [today] = useState(serverNow)
  const asGrid = search.get('view') === 'month'
  const ahead = Number.parseInt(search.get('month') ?? '0', 10) || 0
  const from = monthStart(today, ahead)
  const to = monthStart(from, 1)
  const { data, error, refetch } = useAuctions(from, to)

  function go(view: 'agenda' | 'month', month: number) {
    setSearch({ ...(view === 'month' ? { view } : {}), ...(month === 0 ? {} : { month: String(month) }) })
  }
  const view = asGrid ? 'month' : 'agenda'

  return (
    <Page title="Sale calendar" lead={`All times are in your zone, ${zoneName()}.`}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-2">
          <Button variant="outline" size="icon" aria-label="Previous month" onClick={() => go(view, ahead - 1)}>
            <PreviousMark />
          </Button>
          <h2 className="min-w-44 text-center text-lg" aria-live="polite">
            {monthName.format(from)}
          </h2>
          <Button variant="outline" size="icon" aria-label="Next month" onClick={() => go(view, ahead + 1)}>
            <NextMark />
          </Button>
          {ahead === 0 ? null : (
            <Button variant="ghost" onClick={() => go(view, 0)}>
              This month
            </Button>
          )}
        </div>
        <TabRow name="View" current={view} onChoose={(chosen) => go(chosen, ahead)} tabs={VIEWS} />
      </div>
      {error === null ? null : (
        <Notice tone="bad" title="The sales could not be loaded">
          <p>{error.message}</p>
          <Button variant="outline" size="sm" className="mt-2" onClick={() => void refetch()}>
            Load them again
          </Button>
        </Notice>
      )}
      {data === undefined && error === null ? <Skeleton className="h-72" /> : null}
      {data === undefined ? null : asGrid ? (
        <MonthGrid sales={data.items} from={from} today={today} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title={`No sale in ${monthName.format(from)}`}
          action={
            <Button variant="outline" onClick={() => go(view, ahead + 1)}>
              Look at the next month
            </Button>
          }
        >
          Sales are published about two weeks ahead.
        </EmptyState>
      ) : (
        <Agenda sales={data.items} today={today} />
      )}
    </Page>
  )
}

/** `Europe/Amsterdam (GMT+1)` */
function zoneName(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const offset = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset' })
    .formatToParts(serverNow())
    .find((part) => part.type === 'timeZoneName')
  return offset === undefined || offset.value === zone ? zone : `${zone} (${offset.value})`
}
