import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { listLots, type LotSummary } from '#contract/lots/lots.ts'
import { call } from '#web/platform/request.ts'

const LOTS_A_READ = 100
/** A larger auction is shown only up to this many lots; a safeguard, not a rule. */
const READS_MAX = 30

export type AuctionLots = {
  /** The lots loaded so far, in run list order. */
  lots: readonly LotSummary[]
  /** The first lots are not loaded yet. */
  isLoading: boolean
  /** More lots are being loaded. */
  isReading: boolean
  failure: Error | null
  again: () => void
}

/** All lots of an auction ordered by planned end, loaded in batches; the first batch is shown immediately. */
export function useAuctionLots(auctionId: string): AuctionLots {
  const query = useInfiniteQuery({
    queryKey: ['/api/lots', 'of-sale', auctionId],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return call(listLots, { query: { auction: auctionId, limit: LOTS_A_READ, ...cursor } }, signal)
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
  // Rendered in slices, like every long list: a press does not wait for all of them.
  const shown = useDeferredValue(lots)
  return {
    lots: shown,
    isLoading: query.isLoading || (shown.length === 0 && lots.length > 0),
    isReading: hasNextPage,
    failure: error,
    again: () => void (data === undefined ? refetch() : fetchNextPage()),
  }
}
