import { t, translated } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { linkReceipt } from '#contract/payments/payments.ts'
import { nextStep } from '#web/accounts/log-in/continue-to.ts'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { nameOfProvider } from '#web/payments/provider-choice.tsx'
import { ReceiptButton } from '#web/payments/receipt-button.tsx'
import { TakeFeeBack } from './take-fee-back.tsx'
import type { Fee } from './use-membership.ts'
import { usePayment } from '#web/payments/use-payment.ts'

/** The paid fee: receipt, the next step, and the refund while it is possible. */
export function FeePaid({ fee, paidAt }: { fee: Fee; paidAt: number }) {
  const { user } = useUser()
  const { data: payment } = usePayment(fee.receipt === null ? null : fee.lastPayment)
  const next = user === null ? null : nextStep(user)
  const amount = formatExactMoney(fee.fee, fee.currency)
  return (
    <>
      <Notice tone="good" title={t`Fee paid`}>
        {next === paths.verification ? t`One more step before you can bid: verify your identity.` : t`You’re a member.`}
      </Notice>
      {payment === undefined || payment.disputed === 0 ? null : (
        <div className="mt-4">
          <Notice tone="info" title={t`Your bank is reviewing this payment`}>
            {t`It’s holding ${formatExactMoney(payment.disputed, payment.currency)}. Nothing changes for you until it decides. If you didn’t mean to dispute the payment, tell your bank.`}
          </Notice>
        </div>
      )}
      <dl className="mt-6 grid grid-cols-[7rem_1fr] items-baseline gap-x-4 gap-y-3 border-y border-line py-4">
        <dt className="text-slate">{t`Amount`}</dt>
        <dd className="tabular">{amount}</dd>
        <dt className="text-slate">{t`Paid`}</dt>
        <dd>
          {formatInstant(paidAt)}
          {payment?.state === 'succeeded' ? ` · ${nameOfProvider(payment.provider)}` : null}
        </dd>
        {fee.receipt === null ? null : (
          <>
            <dt className="text-slate">{t`Receipt`}</dt>
            <dd className="flex flex-wrap items-center gap-x-3">
              {/* Not every receipt has a number. */}
              {fee.receipt === payment?.id ? null : <span className="tabular break-all">{fee.receipt}</span>}
              {payment?.state === 'succeeded' ? (
                <ReceiptButton
                  label={t`Open receipt`}
                  link={() => call(linkReceipt, { params: { paymentId: payment.id } })}
                />
              ) : null}
            </dd>
          </>
        )}
      </dl>
      <Button asChild size="lg" className="mt-6">
        <Link href={next ?? paths.calendar}>{next === paths.verification ? t`Verify your identity` : t`Continue`}</Link>
      </Button>
      {fee.refundableUntil === null ? (
        fee.notRefundable === null ? null : (
          <p className="mt-10 border-t border-line pt-6 text-slate">{translated(fee.notRefundable)}</p>
        )
      ) : (
        <TakeFeeBack until={fee.refundableUntil} amount={amount} />
      )}
    </>
  )
}
