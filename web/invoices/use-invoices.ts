import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeTaxId, readBilling } from '#contract/invoices/billing.ts'
import { type InvoiceDetail, listInvoices, readSample } from '#contract/invoices/invoices.ts'
import { useFeed } from '#web/platform/feed.ts'
import { useOnceLive } from '#web/platform/once-live.ts'
import { call } from '#web/platform/request.ts'

export const INVOICES_KEY = ['/api/invoices'] as const

/** The person's invoices, newest first, page by page. Cached briefly only: a payment changes them. */
export function useInvoices() {
  return useInfiniteQuery({
    queryKey: INVOICES_KEY,
    queryFn: ({ pageParam, signal }) =>
      call(listInvoices, pageParam === null ? {} : { query: { cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

/** The person's invoices with a balance, first due first; of very many the first ones. */
export function useOpenInvoices() {
  return useQuery({
    queryKey: [...INVOICES_KEY, 'open'],
    queryFn: ({ signal }) => call(listInvoices, { query: { open: 'yes' } }, signal),
    staleTime: 0,
  })
}

/** The person's invoices of these lots, up to 100. */
export function useInvoicesOfLots(lotIds: readonly string[]) {
  const lots = lotIds.join()
  return useQuery({
    queryKey: [...INVOICES_KEY, 'of lots', lots],
    queryFn: ({ signal }) => call(listInvoices, { query: { lots } }, signal),
    staleTime: 0,
  })
}

/** One invoice with all its details; always reloaded. */
export function useInvoice(invoiceId: string) {
  return useQuery<InvoiceDetail>({ queryKey: [...INVOICES_KEY, invoiceId], staleTime: 0 })
}

/** Reloads the person's invoices whenever one of them, a payment or a credit changed, in any tab. */
export function useLiveInvoices(): void {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: INVOICES_KEY })
  const feed = useFeed({}, ({ type }) => {
    if (type === 'money' || type === 'resync') readAgain()
  })
  useOnceLive(feed, readAgain)
}

export function useSample() {
  return useQuery({
    queryKey: [...INVOICES_KEY, 'sample'],
    queryFn: ({ signal }) => call(readSample, {}, signal),
  })
}

const BILLING_KEY = [readBilling.path] as const

export function useBilling() {
  return useQuery({ queryKey: BILLING_KEY, queryFn: ({ signal }) => call(readBilling, {}, signal), staleTime: 0 })
}

export function useChangeTaxId() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (taxId: string) => call(changeTaxId, { body: { taxId } }),
    onSuccess: (saved) => client.setQueryData(BILLING_KEY, saved),
  })
}
