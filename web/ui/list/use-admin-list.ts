import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'wouter'
import type { AdminList, Filter, FilterOf, Listed, PageOf, Replies, SortOf } from '#contract/platform/admin-list.ts'
import { jsonOf, request, urlOf } from '#web/platform/request.ts'
import { type Sorting, useUrlFilter } from './use-url-filter.ts'

/** A list as the URL requests it: filter, order and page, with the server's results. `everyMs`: how often it reloads on its own. */
export function useAdminList<L extends AdminList>(list: Listed<L>, everyMs: number | false = false) {
  const filter = useUrlFilter()
  const cursors = useCursors()
  const asked = askedOf(list, filter.get)
  const sorting = filter.sorting(sortsOf(list)) as Sorting<SortOf<L>>
  const text = useDeferredValue(JSON.stringify({ ...asked, ...sorting }))
  const query = JSON.parse(text) as FilterOf<L> & Sorting<SortOf<L>>
  const after = cursors.passed.at(-1)
  const place = list.paging === 'numbers' ? { page: filter.page } : after === undefined ? {} : { after }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [list.path, 'list', text, place],
    queryFn: ({ signal }) => readPage<PageOf<L>>(list, { ...query, ...place }, signal),
    staleTime: 0,
    refetchInterval: everyMs,
    placeholderData: (held) => held,
  })
  return {
    filter,
    cursors,
    query,
    sorting: effective(list, sorting),
    data,
    error,
    isHeld: isPlaceholderData,
    isFiltered: Object.keys(asked).length > 0,
    /** Shows all rows, in the current order. */
    clear: () => filter.set(Object.fromEntries(Object.keys(list.filters).map((name) => [name, '']))),
  }
}

/** `Page`: what the list's reply describes. */
async function readPage<Page>(
  { method, path }: AdminList & { reply: Replies<Page> },
  query: object,
  signal: AbortSignal,
): Promise<Page> {
  return (await jsonOf(await request(method, urlOf(path, {}, query), undefined, signal))) as Page
}

/** The server's sort order. */
function effective<L extends AdminList>(
  { columns, sortedBy }: L,
  { sort, order }: Sorting<SortOf<L>>,
): Sorting<SortOf<L>> {
  if (sort !== undefined) return { sort, order: order ?? 'up' }
  if (sortedBy === null) return {}
  return { sort: sortedBy as SortOf<L>, order: order ?? columns[sortedBy]?.sort }
}

/** What the URL requests; invalid values are dropped. */
function askedOf(list: AdminList, get: (name: string) => string): Record<string, string> {
  const pairs = Object.entries(list.filters).map(([name, filter]) => [name, meaning(filter, get(name).trim())] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

function meaning(filter: Filter, value: string): string {
  return filter.kind === 'choice' && !Object.hasOwn(filter.options, value) ? '' : value
}

export function sortsOf({ columns }: AdminList): string[] {
  return Object.keys(columns).filter((name) => columns[name]?.sort !== undefined)
}

/** The cursors of the previous pages, kept in the URL, so that a reload keeps its place. */
function useCursors() {
  const [search, setSearch] = useSearchParams()
  return {
    passed: search.getAll('after'),
    turn(to: readonly string[]) {
      const next = new URLSearchParams(search)
      next.delete('after')
      for (const cursor of to) next.append('after', cursor)
      setSearch(next)
    },
  }
}
