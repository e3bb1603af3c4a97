import { useEffect, useRef } from 'react'
import type { Payment } from '#contract/membership.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardPayment } from './card-payment.tsx'
import { RefundList } from './refund-list.tsx'
import { SandboxPayment } from './sandbox-payment.tsx'
import { TransferInstructions } from './transfer-instructions.tsx'
import { usePayment } from './use-payment.ts'

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
    case 'pending':
      return <UnderWay payment={payment} onAgain={onAgain} />
    case 'succeeded':
      return <Notice tone="good" title={`${formatMoney(payment.amount, payment.currency, true)} paid`} />
    case 'failed':
      return <Failed payment={payment} onAgain={onAgain} />
    case 'charged-back':
      return (
        <Notice tone="info" title="Your bank took this payment back">
          <p>{formatMoney(payment.chargedBack, payment.currency, true)} went back to you by your bank’s decision.</p>
          <Button variant="outline" className="mt-3" onClick={onAgain}>
            Pay again
          </Button>
        </Notice>
      )
    case 'refunded':
      return (
        <Notice tone="info" title="This payment goes back to you">
          <RefundList refunds={payment.refunds} currency={payment.currency} />
          <Button variant="outline" className="mt-3" onClick={onAgain}>
            Pay again
          </Button>
        </Notice>
      )
  }
}

function UnderWay({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  if (payment.provider === 'transfer') return <TransferInstructions payment={payment} onAgain={onAgain} />
  if (payment.state === 'pending') return <Waiting />
  if (payment.provider === 'sandbox') return <SandboxPayment payment={payment} onAgain={onAgain} />
  return <CardPayment payment={payment} onAgain={onAgain} />
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
  const wasCharged = payment.received > 0
  return (
    <Notice tone="bad" title={wasCharged ? 'This had been paid already' : 'The payment did not go through'}>
      <p>
        {payment.failure ?? 'The provider gave no reason.'} {wasCharged ? null : 'Nothing was charged.'}
      </p>
      <RefundList refunds={payment.refunds} currency={payment.currency} />
      <Button variant="outline" className="mt-3" onClick={onAgain}>
        {wasCharged ? 'Go on' : 'Try again'}
      </Button>
    </Notice>
  )
}
