import type { Payment } from '#contract/membership.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type SandboxOutcome, usePlaySandbox } from './use-payment.ts'

const OUTCOMES: { outcome: SandboxOutcome; label: string }[] = [
  { outcome: 'success', label: 'Play success' },
  { outcome: 'failure', label: 'Play failure' },
  { outcome: 'delayed', label: 'Play delayed confirmation' },
]

/** Stands where a provider's own page would: the person decides what it reports. */
export function SandboxPayment({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const { mutateAsync, error } = usePlaySandbox(payment.id)
  const { run, busy } = useSingleFlight(async (outcome: SandboxOutcome) => {
    await mutateAsync(outcome).catch(() => undefined)
  })
  return (
    <section aria-labelledby="sandbox-title" className="rounded-md border border-line p-5">
      <h2 id="sandbox-title" className="text-lg">
        Sandbox: no money moves
      </h2>
      <p className="mt-2 text-slate">
        This stands in for a payment provider’s page. Choose what the provider reports about{' '}
        <strong className="text-ink">{formatMoney(payment.amount, payment.currency, true)}</strong>.
      </p>
      {error === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="The report did not arrive">
            {wordsOfFailure(error)}
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-col gap-3">
        {OUTCOMES.map(({ outcome, label }) => (
          <Button
            key={outcome}
            variant={outcome === 'success' ? 'default' : 'outline'}
            aria-disabled={busy}
            onClick={() => void run(outcome)}
          >
            {label}
          </Button>
        ))}
        <Button variant="link" onClick={onAgain}>
          Back to the ways of paying
        </Button>
      </div>
    </section>
  )
}
