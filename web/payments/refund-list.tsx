import { t, translated } from '#web/platform/language/text.ts'
import { linkRefundReceipt, type Refund } from '#contract/payments/payments.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatDay } from '#web/platform/time.ts'
import { ReceiptButton } from './receipt-button.tsx'

/** Refunds of a payment, completed or on their way. */
export function RefundList({ refunds, currency }: { refunds: readonly Refund[]; currency: string }) {
  return (
    <ul>
      {refunds.map((refund) => (
        <li key={refund.id} className="mt-2">
          <p>
            {refund.state === 'succeeded' && refund.settledAt !== null
              ? t`We refunded ${formatExactMoney(refund.amount, currency)} on ${formatDay(refund.settledAt)}. Your bank can take up to five business days to show it.`
              : t`We’re refunding ${formatExactMoney(refund.amount, currency)} to your original payment method.`}
          </p>
          <p className="text-slate">{translated(refund.reason)}</p>
          {refund.receipt === null ? null : (
            <ReceiptButton
              label={t`Refund receipt ${refund.receipt}`}
              link={() => call(linkRefundReceipt, { params: { refundId: refund.id } })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
