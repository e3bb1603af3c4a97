import { Link } from 'wouter'
import { linkReceipt } from '#contract/membership.ts'
import { nextStep } from '#web/accounts/log-in/continue-to.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { nameOfProvider } from './provider-choice.tsx'
import { ReceiptButton } from './receipt-button.tsx'
import { TakeFeeBack } from './cashier/take-fee-back.tsx'
import type { Fee } from './use-membership.ts'
import { usePayment } from './use-payment.ts'

/** The paid fee: receipt, the next step, and the way back while there is one. */
export function FeePaid({ fee, paidAt }: { fee: Fee; paidAt: number }) {
  const { user } = useUser()
  const { data: payment } = usePayment(fee.receipt === null ? null : fee.lastPayment)
  const next = user === null ? null : nextStep(user)
  const amount = formatMoney(fee.fee, fee.currency, true)
  return (
    <>
      <Notice tone="good" title="The fee is paid">
        {next === paths.verification ? 'One step is left before you can bid: your identity.' : 'You are a member.'}
      </Notice>
      {payment === undefined || payment.disputed === 0 ? null : (
        <div className="mt-4">
          <Notice tone="info" title="Your bank is looking into this payment">
            It holds back {formatMoney(payment.disputed, payment.currency, true)}. Until it has decided nothing changes
            for you. If you did not mean to dispute the payment, tell your bank: that ends it.
          </Notice>
        </div>
      )}
      <dl className="mt-6 grid grid-cols-[7rem_1fr] gap-x-4 gap-y-3 border-y border-line py-4">
        <dt className="text-slate">Amount</dt>
        <dd className="tabular">{amount}</dd>
        <dt className="text-slate">Paid</dt>
        <dd>
          {formatInstant(paidAt)}
          {payment?.state === 'succeeded' ? `, by ${nameOfProvider(payment.provider).toLowerCase()}` : null}
        </dd>
        {fee.receipt === null ? null : (
          <>
            <dt className="text-slate">Receipt</dt>
            <dd className="break-all">
              <span className="tabular">{fee.receipt}</span>
              {payment?.state === 'succeeded' ? (
                <span className="block">
                  <ReceiptButton
                    label="Open the receipt"
                    link={() => call(linkReceipt, { params: { paymentId: payment.id } })}
                  />
                </span>
              ) : null}
            </dd>
          </>
        )}
      </dl>
      <Button asChild size="lg" className="mt-6">
        <Link href={next ?? paths.calendar}>{next === paths.verification ? 'Verify your identity' : 'Go on'}</Link>
      </Button>
      {fee.refundableUntil === null ? (
        fee.notRefundable === null ? null : (
          <p className="mt-10 border-t border-line pt-6 text-slate">{fee.notRefundable}</p>
        )
      ) : (
        <TakeFeeBack until={fee.refundableUntil} amount={amount} />
      )}
    </>
  )
}
