import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/platform/endpoint.ts'
import { call, type Input } from './request.ts'

/**
 * What an endpoint says now, for staff's pages: read whenever a component that shows it appears. The key is the endpoint's path, its
 * parameters in order, then query and body, so `[readPayout.path, batchId]` is one payout and `[readPayout.path]` stands for all of them.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Omit<UseQueryOptions<ReplyOf<E>>, 'queryKey' | 'queryFn' | 'staleTime'> = {},
): UseQueryResult<ReplyOf<E>> {
  const { params = {}, query, body } = input as { params?: object; query?: object; body?: object }
  const read = call as (to: E, given: Input<E>, signal: AbortSignal) => Promise<ReplyOf<E>>
  return useQuery({
    ...options,
    queryKey: [endpoint.path, ...Object.values(params), ...[query, body].filter((part) => part !== undefined)],
    queryFn: ({ signal }) => read(endpoint, input, signal),
    staleTime: 0,
  })
}
