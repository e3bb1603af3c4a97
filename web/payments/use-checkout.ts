import { useSearchParams } from 'wouter'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { leaveFor } from '#web/platform/open-link.ts'
import { RequestError } from '#web/platform/request.ts'
import type { Provider } from './provider-choice.tsx'
import { type PaymentStart, useStartPayment } from './use-payment.ts'

/**
 * Starts a payment and tracks the one in progress. Its id is in the URL, so that a reload, or coming back from a
 * provider's page, finds it again. If one is already waiting for confirmation (`payment-pending`), that one is shown.
 */
export function useCheckout(subject: Pick<PaymentStart, 'purpose' | 'invoiceId'>) {
  const about: Record<string, string> = subject.invoiceId === undefined ? {} : { invoice: subject.invoiceId }
  const [search, setSearch] = useSearchParams()
  const { mutateAsync } = useStartPayment()
  const {
    run: pay,
    busy,
    fault,
  } = useAttempt(async (provider: Provider) => {
    try {
      const payment = await mutateAsync({ ...subject, provider, idempotencyKey: crypto.randomUUID() })
      setSearch({ payment: payment.id, ...about }, { replace: true })
      if (payment.payUrl !== null) leaveFor(payment.payUrl)
    } catch (failure) {
      const waiting = failure instanceof RequestError ? failure.details['paymentId'] : undefined
      if (typeof waiting !== 'string') throw failure
      setSearch({ payment: waiting, ...about }, { replace: true })
    }
  })
  const isAbout = search.get('invoice') === (subject.invoiceId ?? null)
  return {
    paymentId: isAbout ? search.get('payment') : null,
    pay,
    busy,
    fault,
    forget: () => setSearch({}, { replace: true }),
  }
}
