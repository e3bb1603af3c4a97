import { useInfiniteQuery } from '@tanstack/react-query'
import { listInvoices } from '#contract/invoices.ts'
import { call } from '#web/platform/request.ts'

export const INVOICES_KEY = ['/api/invoices'] as const

/** One's own invoices, newest first, page by page. Not from the cache for long: a payment changes them. */
export function useInvoices(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: INVOICES_KEY,
    queryFn: ({ pageParam, signal }) =>
      call(listInvoices, pageParam === null ? {} : { query: { cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    enabled,
  })
}
