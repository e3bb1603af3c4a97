import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AdminDetail,
  type AdminInvoice,
  listAllInvoices,
  readAnyInvoice,
  readSettlement,
} from '#contract/admin-invoices.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { call } from '#web/platform/request.ts'

export type InvoiceQuery = Partial<QueryOf<typeof listAllInvoices>>
export type { AdminDetail, AdminInvoice }

const LIST_KEY = listAllInvoices.path

export function useAllInvoices(query: InvoiceQuery) {
  return useQuery({
    queryKey: [LIST_KEY, 'list', JSON.stringify(query)],
    queryFn: ({ signal }) => call(listAllInvoices, { query }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

export function useAnyInvoice(invoiceId: string) {
  return useQuery({
    queryKey: [LIST_KEY, invoiceId],
    queryFn: ({ signal }) => call(readAnyInvoice, { params: { invoiceId } }, signal),
    staleTime: 0,
  })
}

/** An act on an invoice; its answer is the invoice as it then stands. */
export function useInvoiceAct<I>(invoiceId: string, act: (input: I) => Promise<AdminDetail>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (detail) => {
      client.setQueryData([LIST_KEY, invoiceId], detail)
      void client.invalidateQueries({ queryKey: [LIST_KEY] })
    },
  })
}

export function useSettlement(auctionId: string) {
  return useQuery({
    queryKey: [readSettlement.path, auctionId],
    queryFn: ({ signal }) => call(readSettlement, { params: { auctionId } }, signal),
    staleTime: 0,
  })
}
