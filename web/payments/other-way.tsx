import { t } from '#web/platform/language/text.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { useAbandon } from './use-payment.ts'

/** Cancels this payment and returns to the payment methods. One that succeeded in the same moment is shown as paid. */
export function OtherWay({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const { mutateAsync, error } = useAbandon(payment.id)
  const { run, busy } = useSingleFlight(async () => {
    const left = await mutateAsync().catch(() => null)
    if (left?.state === 'failed' && left.received === 0) onAgain()
  })
  return (
    <>
      <Button variant="outline" aria-disabled={busy} onClick={() => void run()}>
        {busy ? t`Canceling` : t`Pay another way`}
      </Button>
      {error === null ? null : (
        <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {failureMessage(error)}
        </p>
      )}
    </>
  )
}
