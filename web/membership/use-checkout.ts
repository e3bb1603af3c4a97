import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { leaveFor } from '#web/platform/open-link.ts'
import { RequestError } from '#web/platform/request.ts'
import type { Provider } from './provider-choice.tsx'
import { type PaymentStart, useStartPayment } from './use-payment.ts'

/**
 * Starting a payment, and the payment that is under way. Its id is in the address, so that a reload, or coming back from a
 * provider's page, finds it again. Where one waits for its confirmation already (`payment-pending`), that one is shown.
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
      else setFault(wordsOfFailure(failure))
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
