import { linkRefundReceipt, type Refund } from '#contract/membership.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatDay } from '#web/platform/time.ts'
import { ReceiptButton } from './receipt-button.tsx'

/** What of a payment went back or is on its way. */
export function RefundList({ refunds, currency }: { refunds: readonly Refund[]; currency: string }) {
  return (
    <ul>
      {refunds.map((refund) => (
        <li key={refund.id} className="mt-2">
          <p>
            {refund.state === 'succeeded' && refund.settledAt !== null
              ? `${formatMoney(refund.amount, currency, true)} went back on ${formatDay(refund.settledAt)}. Banks take up to five business days to show it.`
              : `${formatMoney(refund.amount, currency, true)} is on its way back to you, the way it came.`}
          </p>
          <p className="text-slate">{refund.reason}</p>
          {refund.receipt === null ? null : (
            <ReceiptButton
              label={`Refund receipt ${refund.receipt}`}
              link={() => call(linkRefundReceipt, { params: { refundId: refund.id } })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
