import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { leaveFor } from '#web/platform/open-link.ts'
import { RequestError, failureMessage } from '#web/platform/request.ts'
import type { Provider } from './provider-choice.tsx'
import { type PaymentStart, useStartPayment } from './use-payment.ts'

/**
 * Starts a payment and tracks the one in progress. Its id is in the URL, so that a reload, or coming back from a
 * provider's page, finds it again. If one is already waiting for confirmation (`payment-pending`), that one is shown.
 */
export function useCheckout(subject: Pick<PaymentStart, 'purpose' | 'invoiceId'>) {
  const about: Record<string, string> = subject.invoiceId === undefined ? {} : { invoice: subject.invoiceId }
  const [search, setSearch] = useSearchParams()
  const [fault, setFault] = useState<string | null>(null)
  const { mutateAsync } = useStartPayment()
  const { run: pay, busy } = useSingleFlight(async (provider: Provider) => {
    setFault(null)
    try {
      const payment = await mutateAsync({ ...subject, provider, idempotencyKey: crypto.randomUUID() })
      setSearch({ payment: payment.id, ...about }, { replace: true })
      if (payment.payUrl !== null) leaveFor(payment.payUrl)
    } catch (failure) {
      const waiting = failure instanceof RequestError ? failure.details['paymentId'] : undefined
      if (typeof waiting === 'string') setSearch({ payment: waiting, ...about }, { replace: true })
      else setFault(failureMessage(failure))
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
