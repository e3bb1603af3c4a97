import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { barrier } from '#contract/access.ts'
import type { CalendarSale, Closing, readCalendar, readClosings } from '#contract/calendar.ts'
import { call, route, urlOf } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'

const CALENDAR = route<typeof readCalendar>('GET', '/api/calendar')
const CLOSINGS = route<typeof readClosings>('GET', '/api/calendar/closings')

/** An estimate that is older than this is made anew. */
const PLAN_FRESH_MS = 60_000

/** Sales between two instants (ms), with the makes of their lots. */
export function useCalendar(from: number, to: number) {
  return useQuery<{ items: CalendarSale[] }>({
    queryKey: [urlOf(CALENDAR.path, {}, { from, to })],
    queryFn: ({ signal }) => call(CALENDAR, { query: { from, to } }, signal),
    placeholderData: keepPreviousData,
  })
}

/** When the lots one follows are likely to close, soonest first; only complete bidders follow lots. */
export function useClosings() {
  const { user } = useUser()
  return useQuery<{ items: Closing[]; serverTime: number }>({
    queryKey: [CLOSINGS.path],
    enabled: user !== null && barrier(user, 'complete') === null,
    staleTime: PLAN_FRESH_MS,
    refetchInterval: PLAN_FRESH_MS,
  })
}
