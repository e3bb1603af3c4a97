import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import type { Payment } from '#contract/payments/payments.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { type SandboxOutcome, usePlaySandbox } from './use-payment.ts'

const OUTCOMES: { outcome: SandboxOutcome; label: string }[] = [
  { outcome: 'success', label: t`Simulate success` },
  { outcome: 'failure', label: t`Simulate failure` },
  { outcome: 'delayed', label: t`Simulate delay` },
]

/** Replaces a provider's page: the person decides what it reports. */
export function SandboxPayment({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const { mutateAsync, error } = usePlaySandbox(payment.id)
  const { run, busy } = useSingleFlight(async (outcome: SandboxOutcome) => {
    await mutateAsync(outcome).catch(() => undefined)
  })
  return (
    <section aria-labelledby="sandbox-title" className="rounded-md border border-line p-5">
      <h2 id="sandbox-title" className="text-lg">
        {t`Test payment, no charge`}
      </h2>
      <p className="mt-2 text-slate">
        <Trans>
          This replaces a payment provider’s page. Choose what the provider reports for{' '}
          <strong className="text-ink">{formatExactMoney(payment.amount, payment.currency)}</strong>.
        </Trans>
      </p>
      {error === null ? null : (
        <div className="mt-4">
          <RequestFailed title={t`Couldn’t send the result`} failure={error} />
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
          {t`Back to payment methods`}
        </Button>
      </div>
    </section>
  )
}
