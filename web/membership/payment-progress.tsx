import { useEffect, useRef } from 'react'
import type { Payment } from '#contract/membership.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type SandboxOutcome, usePayment, usePlaySandbox } from './use-payment.ts'

/** A payment under way, until it is settled. `onPaid` is called once; `onAgain` starts over after a failure. */
export function PaymentProgress({
  paymentId,
  onPaid,
  onAgain,
}: {
  paymentId: string
  onPaid: () => void
  onAgain: () => void
}) {
  const { data: payment, error, refetch } = usePayment(paymentId)
  const told = useRef(false)
  const paid = payment?.state === 'succeeded'
  useEffect(() => {
    if (!paid || told.current) return
    told.current = true
    onPaid()
  }, [paid, onPaid])

  if (payment === undefined && error !== null) {
    return (
      <Notice tone="bad" title="The payment cannot be shown">
        <p>{wordsOfFailure(error)}</p>
        <p className="mt-3 flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => void refetch()}>
            Ask again
          </Button>
          <Button variant="outline" onClick={onAgain}>
            Back
          </Button>
        </p>
      </Notice>
    )
  }
  if (payment === undefined) return <Skeleton className="h-40" />
  switch (payment.state) {
    case 'started':
      return payment.provider === 'sandbox' ? <Sandbox payment={payment} onAgain={onAgain} /> : <Waiting />
    case 'pending':
      return <Waiting />
    case 'succeeded':
      return <Notice tone="good" title={`${formatMoney(payment.amount, payment.currency, true)} paid`} />
    case 'failed':
      return <Failed payment={payment} onAgain={onAgain} />
  }
}

function Waiting() {
  return (
    <Notice tone="info" title="Waiting for confirmation">
      The provider has not confirmed the payment yet. This page changes by itself when it does; you may also leave it
      and come back. You need not pay again.
    </Notice>
  )
}

function Failed({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  return (
    <Notice tone="bad" title="The payment did not go through">
      <p>{payment.failure ?? 'The provider gave no reason.'} Nothing was charged.</p>
      <Button variant="outline" className="mt-3" onClick={onAgain}>
        Try again
      </Button>
    </Notice>
  )
}

const OUTCOMES: { outcome: SandboxOutcome; label: string }[] = [
  { outcome: 'success', label: 'Play success' },
  { outcome: 'failure', label: 'Play failure' },
  { outcome: 'delayed', label: 'Play delayed confirmation' },
]

/** Stands where a provider's own page would: the person decides what it reports. */
function Sandbox({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
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
