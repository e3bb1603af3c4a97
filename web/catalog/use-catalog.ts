import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { searchCatalog, type SearchReply, similarLots, suggestLots } from '#contract/catalog/catalog.ts'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import { firstSearch } from '#contract/seo/first-answers.ts'
import { call, RequestError } from '#web/platform/request.ts'
import { readToken } from '#web/platform/token.ts'

/** Lots come and go while a search is open; going back within this time (ms) restores what was shown, in its place. */
const FRESH_MS = 60_000

const catalogKey = (query: string) => [searchCatalog.path, query] as const

/** The results of a search, page by page. */
function searchOf(query: string) {
  return infiniteQueryOptions({
    queryKey: catalogKey(query),
    queryFn: ({ pageParam, signal }) => {
      const asked = Object.fromEntries(new URLSearchParams(query))
      return call(searchCatalog, { query: { ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: SearchReply) => last.next,
    staleTime: FRESH_MS,
  })
}

/** One page of results, for lists outside of the catalog. */
export function searchLots(query: QueryOf<typeof searchCatalog>, signal: AbortSignal): Promise<SearchReply> {
  return call(searchCatalog, { query }, signal)
}

/** Prefetches the results of a search before its screen renders, unless the page brought them, which it does for visitors. */
export function askCatalog(client: QueryClient, query: string): void {
  const brought = client.getQueryState<SearchReply>([firstSearch(query)])
  if (brought?.data !== undefined && readToken() === null) {
    const { data, dataUpdatedAt: updatedAt } = brought
    client.setQueryData(catalogKey(query), { pages: [data], pageParams: [null] }, { updatedAt })
  }
  void client.prefetchInfiniteQuery(searchOf(query))
}

/** While the next filter loads, the previous results stay. */
export function useCatalog(query: string) {
  const found = useInfiniteQuery({
    ...searchOf(query),
    placeholderData: keepPreviousData,
    retry: (count, failure) => count < 1 && !(failure instanceof RequestError && failure.status < 500),
  })
  const [first] = found.data?.pages ?? []
  // Rendered in slices, like every long list: a press does not wait for all of them.
  const pages = useDeferredValue(found.data?.pages)
  const lots = useMemo(
    () => [...new Map(pages?.flatMap((page) => page.items.map((lot) => [lot.id, lot]))).values()],
    [pages],
  )
  return { ...found, first, lots, isDrawn: pages !== undefined }
}

/** Suggestions for half-typed words; nothing for fewer than two characters. */
export function useSuggestions(q: string) {
  const { data } = useQuery({
    queryKey: [suggestLots.path, q],
    queryFn: ({ signal }) => call(suggestLots, { query: { q } }, signal),
    enabled: q.length >= 2,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return q.length >= 2 ? (data?.items ?? []) : []
}

export function useSimilar(lotId: string) {
  return useQuery({
    queryKey: [similarLots.path, lotId],
    queryFn: ({ signal }) => call(similarLots, { params: { lotId } }, signal),
    staleTime: FRESH_MS,
  })
}
