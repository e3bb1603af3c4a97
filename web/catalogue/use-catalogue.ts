import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { searchCatalogue, SearchReply, similarLots, suggestLots } from '#contract/catalogue.ts'
import { readLanguageSoon } from '#web/platform/late.ts'
import { call, RequestError, route } from '#web/platform/request.ts'

const SEARCH = route<typeof searchCatalogue>('GET', '/api/catalogue')
const SUGGEST = route<typeof suggestLots>('GET', '/api/catalogue/suggestions')
const SIMILAR = route<typeof similarLots>('GET', '/api/catalogue/similar/:lotId')

/** Lots come and go while a search stands open; going back within this time shows what was there, in its place. */
const FRESH_MS = 60_000

export const catalogueKey = (query: string) => [SEARCH.path, query] as const

/** What a search finds, page by page. */
function searchOf(query: string) {
  return infiniteQueryOptions({
    queryKey: catalogueKey(query),
    queryFn: ({ pageParam, signal }) => {
      const asked = Object.fromEntries(new URLSearchParams(query))
      return call(SEARCH, { query: { ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) } }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: SearchReply) => last.next,
    staleTime: FRESH_MS,
  })
}

/** Asks for what a search finds before the screen that shows it is there. */
export function askCatalogue(client: QueryClient, query: string): void {
  void client.prefetchInfiniteQuery(searchOf(query))
  readLanguageSoon()
}

/** While the next filter is asked, what was found before stays. */
export function useCatalogue(query: string) {
  const found = useInfiniteQuery({
    ...searchOf(query),
    placeholderData: keepPreviousData,
    retry: (count, failure) => count < 1 && !(failure instanceof RequestError && failure.status < 500),
  })
  const [first] = found.data?.pages ?? []
  // Drawn in slices, as long lists are: a press does not wait for all of them.
  const pages = useDeferredValue(found.data?.pages)
  const lots = useMemo(
    () => [...new Map(pages?.flatMap((page) => page.items.map((lot) => [lot.id, lot]))).values()],
    [pages],
  )
  return { ...found, first, lots, isDrawn: pages !== undefined }
}

/** What half-typed words may mean; nothing for fewer than two characters. */
export function useSuggestions(q: string) {
  const { data } = useQuery({
    queryKey: [SUGGEST.path, q],
    queryFn: ({ signal }) => call(SUGGEST, { query: { q } }, signal),
    enabled: q.length >= 2,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return q.length >= 2 ? (data?.items ?? []) : []
}

export function useSimilar(lotId: string) {
  return useQuery({
    queryKey: [SIMILAR.path, lotId],
    queryFn: ({ signal }) => call(SIMILAR, { params: { lotId } }, signal),
    staleTime: FRESH_MS,
  })
}
