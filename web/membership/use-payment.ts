import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payment, playSandbox, startPayment } from '#contract/membership.ts'
import { retryUnanswered } from '#web/accounts/request-faults.ts'
import { call, type Input } from '#web/platform/request.ts'

const ASK_EVERY_MS = 2000

export type PaymentStart = Input<typeof startPayment>['body']
export type SandboxOutcome = Input<typeof playSandbox>['body']['outcome']

/** One payment of one's own. While it is open the house is asked again every two seconds: a provider reports when it likes. */
export function usePayment(paymentId: string | null) {
  return useQuery<Payment>({
    queryKey: ['/api/payments', paymentId],
    enabled: paymentId !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || isSettled(state.data) ? false : ASK_EVERY_MS),
  })
}

export function isSettled(payment: Payment): boolean {
  return payment.state === 'succeeded' || payment.state === 'failed'
}

/** Starts a payment. The key is made by the press, so that a request that is sent twice is one payment. */
export function useStartPayment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PaymentStart) => call(startPayment, { body }),
    retry: retryUnanswered,
    onSuccess: (payment) => client.setQueryData(['/api/payments', payment.id], payment),
  })
}

/** Plays the provider's report. A report that the house has already is no failure: its state is read instead. */
export function usePlaySandbox(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (outcome: SandboxOutcome) => call(playSandbox, { params: { paymentId }, body: { outcome } }),
    retry: retryUnanswered,
    onSuccess: (payment) => client.setQueryData(['/api/payments', paymentId], payment),
    onError: () => client.invalidateQueries({ queryKey: ['/api/payments', paymentId] }),
  })
}
