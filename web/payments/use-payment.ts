import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refundMembership } from '#contract/membership/membership.ts'
import { abandonPayment, type Payment, playSandbox, startPayment } from '#contract/payments/payments.ts'
import { call, type Input } from '#web/platform/request.ts'

const ASK_EVERY_MS = 2000
/** A bank takes days: polled now and then, for people who leave the page open. */
const ASK_BANK_EVERY_MS = 5_000

export type PaymentStart = Input<typeof startPayment>['body']
export type SandboxOutcome = Input<typeof playSandbox>['body']['outcome']

/** One of the person's payments. While it is open the server is polled: a provider may report at any time. */
export function usePayment(paymentId: string | null) {
  return useQuery<Payment>({
    queryKey: ['/api/payments', paymentId],
    enabled: paymentId !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data === undefined || isQuiet(state.data)) return false
      return state.data.provider === 'transfer' ? ASK_BANK_EVERY_MS : ASK_EVERY_MS
    },
  })
}

/** The payment can no longer change on its own. */
function isQuiet(payment: Payment): boolean {
  return isSettled(payment) && payment.refunds.every(({ state }) => state !== 'under-way')
}

export function isSettled({ state }: Payment): boolean {
  return state !== 'started' && state !== 'pending'
}

/** Starts a payment. The key is created by the press, so that a request that is sent twice is one payment. */
export function useStartPayment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PaymentStart) => call(startPayment, { body }),
    onSuccess: (payment) => client.setQueryData(['/api/payments', payment.id], payment),
  })
}

/** Simulates the provider's report. A report that the server already has is not a failure: its state is read instead. */
export function usePlaySandbox(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (outcome: SandboxOutcome) => call(playSandbox, { params: { paymentId }, body: { outcome } }),
    onSuccess: (payment) => client.setQueryData(['/api/payments', paymentId], payment),
    onError: () => client.invalidateQueries({ queryKey: ['/api/payments', paymentId] }),
  })
}

/** Cancels a payment in favor of another method. The answer has its final state: it may have succeeded in the same moment. */
export function useAbandon(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(abandonPayment, { params: { paymentId } }),
    onSuccess: (payment) => client.setQueryData(['/api/payments', paymentId], payment),
  })
}

/** Refunds the membership fee. */
export function useTakeFeeBack() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(refundMembership),
    onSuccess: (payment) => client.setQueryData(['/api/payments', payment.id], payment),
  })
}
