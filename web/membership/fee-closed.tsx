import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RefundList } from './refund-list.tsx'
import { usePayment } from './use-payment.ts'

/** The fee cannot be paid any more: why, and where the money is that was paid before. */
export function FeeClosed({ why, lastPayment }: { why: string; lastPayment: string | null }) {
  const { data: last } = usePayment(lastPayment)
  return (
    <>
      <Notice tone="info" title="There is no fee to pay">
        <p>{why}</p>
        {last?.state === 'pending' ? (
          <p className="mt-2">If money of yours is still on its way to us, it goes back to you when it arrives.</p>
        ) : null}
      </Notice>
      {last === undefined || last.refunds.length === 0 ? null : (
        <section aria-labelledby="gone-back" className="mt-8 border-y border-line py-4">
          <h2 id="gone-back" className="text-lg">
            What you paid goes back: {formatMoney(last.refunded, last.currency, true)}
          </h2>
          <RefundList refunds={last.refunds} currency={last.currency} />
        </section>
      )}
      <p className="mt-8 text-slate">If you think that this is a mistake, write to us. A person reads it.</p>
      <Button asChild variant="outline" className="mt-4">
        <Link href={paths.support}>Contact support</Link>
      </Button>
    </>
  )
}
