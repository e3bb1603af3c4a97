import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listSellingLots, readSelling, readSellingLot, SELLING_TABS } from '#contract/selling/selling.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'

export type Tab = keyof typeof SELLING_TABS

/** How often prices and bids are read again while a lot is running, in ms. */
const RELOAD_MS = 10_000

/** Whether the member sells, and how many lots. */
export function useSelling() {
  const { isLoggedIn } = useUser()
  return useQuery({
    queryKey: [readSelling.path],
    queryFn: ({ signal }) => call(readSelling, {}, signal),
    enabled: isLoggedIn,
  })
}

export function useSellingLots(tab: Tab) {
  return useInfiniteQuery({
    queryKey: [listSellingLots.path, tab],
    queryFn: ({ pageParam, signal }) =>
      call(listSellingLots, { query: { tab, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: tab === 'running' ? RELOAD_MS : false,
    staleTime: 0,
  })
}

export function useSellingLot(lotId: string) {
  const { data: selling } = useSelling()
  return useQuery({
    queryKey: [readSellingLot.path, lotId],
    queryFn: ({ signal }) => call(readSellingLot, { params: { lotId } }, signal),
    enabled: selling?.seller != null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isRunning(state.data?.lot.state) ? RELOAD_MS : false),
  })
}

function isRunning(state: string | undefined): boolean {
  return state === 'published' || state === 'negotiating'
}
