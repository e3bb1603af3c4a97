import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refundMembership } from '#contract/membership/membership.ts'
import { abandonPayment, type Payment, playSandbox, startPayment } from '#contract/payments/payments.ts'
import { useFeed } from '#web/platform/feed.ts'
import { useOnceLive } from '#web/platform/once-live.ts'
import { call, type Input } from '#web/platform/request.ts'

/**
 * How often an open payment is requested where the feed can't report its end: it is not connected, or the card provider's report may be
 * lost or late, and the server asks the provider when the payer looks.
 */
const ASK_EVERY_MS = 3000

export type PaymentStart = Input<typeof startPayment>['body']
export type SandboxOutcome = Input<typeof playSandbox>['body']['outcome']

/** One of the person's payments. The feed reports its changes, also from other tabs and from the bank. */
export function usePayment(paymentId: string | null) {
  const client = useQueryClient()
  const queryKey = ['/api/payments', paymentId]
  const readAgain = () => void (paymentId !== null && client.invalidateQueries({ queryKey }))
  const feed = useFeed({}, ({ type }) => {
    if (type === 'money' || type === 'resync') readAgain()
  })
  useOnceLive(feed, readAgain, true)
  return useQuery<Payment>({
    queryKey,
    enabled: paymentId !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isQuiet(data) || (feed?.status === 'live' && data.provider !== 'stripe')
        ? false
        : ASK_EVERY_MS,
  })
}

/** The payment can no longer change on its own. */
function isQuiet(payment: Payment): boolean {
  return isSettled(payment) && payment.refunds.every(({ state }) => state !== 'under-way')
}

function isSettled({ state }: Payment): boolean {
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
