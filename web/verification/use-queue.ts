import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'wouter'
import { CASE_STATES, listVerifications } from '#contract/verification.ts'
import { call } from '#web/platform/request.ts'
import type { CaseState } from './case-words.ts'

const EVERY_MS = 15_000

/** The list that the address asks for (`?state=`, `?search=`), read anew all the time: colleagues work on it, too. */
export function useQueue() {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const state: CaseState = CASE_STATES.find((one) => one === params.get('state')) ?? 'submitted'
  const text = params.get('search') ?? ''
  const search = useDeferredValue(text.trim())
  const { data, error, dataUpdatedAt, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listVerifications.path, 'queue', state, search],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        state,
        ...(search === '' ? {} : { search }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }
      return call(listVerifications, { query }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  const ask = (name: 'state' | 'search', value: string, unless: string) =>
    setParams(
      (held) => {
        if (value === unless) held.delete(name)
        else held.set(name, value)
        return held
      },
      { replace: true },
    )
  return {
    state,
    text,
    cases: data?.pages.flatMap((page) => page.items),
    total: data?.pages[0]?.total ?? 0,
    error,
    readAt: dataUpdatedAt,
    more: hasNextPage ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage } : null,
    setState: (value: CaseState) => ask('state', value, 'submitted'),
    setText: (value: string) => ask('search', value, ''),
    readAgain: () => void client.invalidateQueries({ queryKey: [listVerifications.path] }),
  }
}
