import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { CASE_SORTS, CASE_STATES, listVerifications } from '#contract/verification.ts'
import { useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { call } from '#web/platform/request.ts'
import type { CaseState } from './case-words.ts'

/** The list that the address asks for (filter, order and page), read again when it changed: colleagues work on it, too. */
export function useQueue() {
  const filter = useUrlFilter()
  const client = useQueryClient()
  const state: CaseState = CASE_STATES.find((one) => one === filter.get('state')) ?? 'submitted'
  const text = filter.get('search')
  const search = useDeferredValue(text.trim())
  const sorting = filter.sorting(CASE_SORTS)
  const sharedOnly = filter.get('shared') === 'only'
  const { page } = filter
  const { data, error } = useQuery({
    queryKey: [listVerifications.path, 'queue', state, search, sharedOnly, sorting, page],
    queryFn: ({ signal }) => {
      const filters = { ...(search === '' ? {} : { search }), ...(sharedOnly ? { shared: 'only' as const } : {}) }
      const query = { state, ...filters, ...sorting, page }
      return call(listVerifications, { query }, signal)
    },
    staleTime: 0,
    // While the next page or order is read the last one stays; another state is another list.
    placeholderData: (held, last) => (last?.queryKey[2] === state ? held : undefined),
  })
  return {
    state,
    text,
    sharedOnly,
    sorting,
    page,
    pages: data?.pages ?? 1,
    cases: data?.items,
    total: data?.total ?? 0,
    error,
    // Another state has other columns to be sorted by.
    setState: (value: CaseState) => filter.set({ state: value === 'submitted' ? '' : value, sort: '', order: '' }),
    setText: (value: string) => filter.set({ search: value }),
    setSharedOnly: (value: boolean) => filter.set({ shared: value ? 'only' : '' }),
    sortBy: filter.set,
    turn: filter.turn,
    readAgain: () => void client.invalidateQueries({ queryKey: [listVerifications.path] }),
  }
}
