import { useSearchParams } from 'wouter'
import type { Payment } from '#contract/membership.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OtherWay } from './other-way.tsx'

/** A payment on the provider's page that is not confirmed yet: on the way there, back without paying, or back and being confirmed. */
export function CardPayment({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const [search] = useSearchParams()
  const left = search.get('left') === '1'
  const amount = formatMoney(payment.amount, payment.currency, true)
  return (
    <>
      {left ? (
        <Notice tone="info" title="You left the payment page">
          Nothing was charged. You can go on paying {amount} there, or pay another way.
        </Notice>
      ) : (
        <Notice tone="info" title="Waiting for the confirmation">
          When you have paid {amount}, this page changes by itself, usually within seconds. You need not pay again.
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {payment.payUrl === null ? null : (
          <Button asChild variant={left ? 'default' : 'outline'}>
            <a href={payment.payUrl}>Go to the payment page</a>
          </Button>
        )}
        <OtherWay payment={payment} onAgain={onAgain} />
      </div>
    </>
  )
}
