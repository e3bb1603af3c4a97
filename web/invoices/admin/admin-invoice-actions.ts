import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminDetail, listAllInvoices, readAnyInvoice, readSettlement } from '#contract/invoices/admin-invoices.ts'
import { call } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'

export type { AdminDetail }

const LIST_KEY = listAllInvoices.path

export function useAnyInvoice(invoiceId: string) {
  return useQuery({
    queryKey: [LIST_KEY, invoiceId],
    queryFn: ({ signal }) => call(readAnyInvoice, { params: { invoiceId } }, signal),
    staleTime: 0,
  })
}

/** An action on an invoice; the answer is the updated invoice. */
export function useInvoiceAction<I>(invoiceId: string, action: (input: I) => Promise<AdminDetail>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: (detail) => {
      client.setQueryData([LIST_KEY, invoiceId], detail)
      void client.invalidateQueries({ queryKey: [LIST_KEY] })
    },
    // What was refused may have changed meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: [LIST_KEY] }),
  })
}

export function useSettlement(auctionId: string) {
  return useRead(readSettlement, { params: { auctionId } })
}
