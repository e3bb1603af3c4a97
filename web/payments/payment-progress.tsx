import { t, translated } from '#web/platform/language/text.ts'
import { useEffect, useRef } from 'react'
import type { Payment } from '#contract/payments/payments.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RefundList } from './refund-list.tsx'
import { SandboxPayment } from './sandbox-payment.tsx'
import { TransferInstructions } from './transfer-instructions.tsx'
import { usePayment } from './use-payment.ts'
import { useSearchParams } from 'wouter'
import { OtherWay } from './other-way.tsx'

/** A payment in progress, until it is settled. `onPaid` is called once; `onAgain` restarts after a failure. */
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
  const wasReported = useRef(false)
  const paid = payment?.state === 'succeeded'
  useEffect(() => {
    if (!paid || wasReported.current) return
    wasReported.current = true
    onPaid()
  }, [paid, onPaid])

  if (payment === undefined && error !== null) {
    return (
      <Notice tone="bad" title={t`We couldn’t load this payment`}>
        <p>{failureMessage(error)}</p>
        <p className="mt-3 flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
          <Button variant="outline" onClick={onAgain}>
            {t`Back`}
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
      return <Notice tone="good" title={t`${formatExactMoney(payment.amount, payment.currency)} paid`} />
    case 'failed':
      return <Failed payment={payment} onAgain={onAgain} />
    case 'charged-back':
      return (
        <Notice tone="info" title={t`Your bank reversed this payment`}>
          <p>{t`Your bank returned ${formatExactMoney(payment.chargedBack, payment.currency)} to you.`}</p>
          <Button variant="outline" className="mt-3" onClick={onAgain}>
            {t`Pay again`}
          </Button>
        </Notice>
      )
    case 'refunded':
      return (
        <Notice tone="info" title={t`Refund for this payment`}>
          <RefundList refunds={payment.refunds} currency={payment.currency} />
          <Button variant="outline" className="mt-3" onClick={onAgain}>
            {t`Pay again`}
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
    <Notice tone="info" title={t`Waiting for confirmation`}>
      {t`The payment provider hasn’t confirmed your payment yet. This page updates automatically, and you can leave and come back. You don’t need to pay again.`}
    </Notice>
  )
}

function Failed({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const wasCharged = payment.received > 0
  return (
    <Notice tone="bad" title={wasCharged ? t`This was already paid` : t`Your payment didn’t go through`}>
      <p>
        {payment.failure === null ? t`The payment provider gave no reason.` : translated(payment.failure)}{' '}
        {wasCharged ? null : t`You weren’t charged.`}
      </p>
      <RefundList refunds={payment.refunds} currency={payment.currency} />
      <Button variant="outline" className="mt-3" onClick={onAgain}>
        {wasCharged ? t`Continue` : t`Try again`}
      </Button>
    </Notice>
  )
}

/** An unconfirmed payment on the provider's page: on the way there, back without paying, or back and being confirmed. */
function CardPayment({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const [search] = useSearchParams()
  const left = search.get('left') === '1'
  const amount = formatExactMoney(payment.amount, payment.currency)
  return (
    <>
      {left ? (
        <Notice tone="info" title={t`You left the payment page`}>
          {t`You weren’t charged. Go back to pay ${amount}, or pay another way.`}
        </Notice>
      ) : (
        <Notice tone="info" title={t`Waiting for confirmation`}>
          {t`Once you’ve paid ${amount}, this page updates automatically, usually within seconds. You don’t need to pay again.`}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {payment.payUrl === null ? null : (
          <Button asChild variant={left ? 'default' : 'outline'}>
            <a href={payment.payUrl}>{t`Go to payment page`}</a>
          </Button>
        )}
        <OtherWay payment={payment} onAgain={onAgain} />
      </div>
    </>
  )
}
