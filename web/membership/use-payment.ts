import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { abandonPayment, type Payment, playSandbox, refundMembership, startPayment } from '#contract/membership.ts'
import { call, type Input } from '#web/platform/request.ts'

const ASK_EVERY_MS = 2000
/** A bank takes days: asked now and then, for who leaves the page open. */
const ASK_BANK_EVERY_MS = 5_000

export type PaymentStart = Input<typeof startPayment>['body']
export type SandboxOutcome = Input<typeof playSandbox>['body']['outcome']

/** One payment of one's own. While it is open the house is asked again: a provider reports when it likes. */
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

/** Nothing of it can change by itself any more. */
function isQuiet(payment: Payment): boolean {
  return isSettled(payment) && payment.refunds.every(({ state }) => state !== 'under-way')
}

export function isSettled({ state }: Payment): boolean {
  return state !== 'started' && state !== 'pending'
}

/** Starts a payment. The key is made by the press, so that a request that is sent twice is one payment. */
export function useStartPayment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PaymentStart) => call(startPayment, { body }),
    onSuccess: (payment) => client.setQueryData(['/api/payments', payment.id], payment),
  })
}

/** Plays the provider's report. A report that the house has already is no failure: its state is read instead. */
export function usePlaySandbox(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (outcome: SandboxOutcome) => call(playSandbox, { params: { paymentId }, body: { outcome } }),
    onSuccess: (payment) => client.setQueryData(['/api/payments', paymentId], payment),
    onError: () => client.invalidateQueries({ queryKey: ['/api/payments', paymentId] }),
  })
}

/** Gives a payment up for another way. The answer says what became of it: it may have gone through in the same moment. */
export function useAbandon(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(abandonPayment, { params: { paymentId } }),
    onSuccess: (payment) => client.setQueryData(['/api/payments', paymentId], payment),
  })
}

/** Takes the membership fee back. */
export function useTakeFeeBack() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(refundMembership),
    onSuccess: (payment) => client.setQueryData(['/api/payments', payment.id], payment),
  })
}
