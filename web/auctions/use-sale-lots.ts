import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { listLots, LotTeaser } from '#contract/lots.ts'
import { call, route } from '#web/platform/request.ts'

const LOTS = route<typeof listLots>('GET', '/api/lots')
const LOTS_A_READ = 100
/** A sale of more lots than this is shown as far as it goes; it is a bound, not a rule. */
const READS_MAX = 30

export type SaleLots = {
  /** As far as they have been read, in the order of the run list. */
  lots: readonly LotTeaser[]
  /** The first lots are not there yet. */
  isLoading: boolean
  /** More are being read behind what is shown. */
  isReading: boolean
  failure: Error | null
  again: () => void
}

/** All lots of a sale in the order of their planned ends, read batch by batch; the first batch is shown at once. */
export function useSaleLots(auctionId: string): SaleLots {
  const query = useInfiniteQuery({
    queryKey: ['/api/lots', 'of-sale', auctionId],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return call(LOTS, { query: { auction: auctionId, limit: LOTS_A_READ, ...cursor } }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last, all) => (all.length >= READS_MAX ? null : last.next),
  })
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query
  const goesOn = hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const lots = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  // Drawn in slices, as long lists are: a press does not wait for all of them.
  const shown = useDeferredValue(lots)
  return {
    lots: shown,
    isLoading: query.isLoading || (shown.length === 0 && lots.length > 0),
    isReading: hasNextPage,
    failure: error,
    again: () => void (data === undefined ? refetch() : fetchNextPage()),
  }
}
