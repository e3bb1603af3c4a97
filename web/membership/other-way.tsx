import type { Payment } from '#contract/membership.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { useAbandon } from './use-payment.ts'

/** Gives this payment up and goes back to the ways of paying. One that went through in the same moment is shown as it is. */
export function OtherWay({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const { mutateAsync, error } = useAbandon(payment.id)
  const { run, busy } = useSingleFlight(async () => {
    const left = await mutateAsync().catch(() => null)
    if (left?.state === 'failed' && left.received === 0) onAgain()
  })
  return (
    <>
      <Button variant="outline" aria-disabled={busy} onClick={() => void run()}>
        {busy ? 'Asking the provider' : 'Pay another way'}
      </Button>
      {error === null ? null : (
        <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {wordsOfFailure(error)}
        </p>
      )}
    </>
  )
}
