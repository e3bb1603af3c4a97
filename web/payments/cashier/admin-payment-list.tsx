import { EmailText } from '#web/ui/email-text.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { linkReceipt } from '#contract/payments/payments.ts'
import {
  type CashierPayment,
  listPayments,
  listOpenRefunds,
  type PaymentSum,
  refundPayment,
} from '#contract/payments/admin-payments.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { OpenRefunds } from './admin-open-refunds.tsx'
import { PaymentState } from '../payment-state.tsx'
import { nameOfProvider } from '../provider-choice.tsx'
import { ReceiptButton } from '../receipt-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useCall } from '#web/platform/forms/use-action.ts'
import { toast } from '#web/ui/toast.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** All payments: search, filter, export, receipts and refunds. */
export default function AdminPayments() {
  const [refunding, setRefunding] = useState<CashierPayment | null>(null)
  return (
    <>
      <AdminListScreen
        list={listPayments}
        title={t`Payments`}
        count={(total) => plural(total, { one: '# payment', other: '# payments' })}
        empty={{ title: t`No payments yet`, text: t`Payments appear here as soon as someone starts to pay.` }}
        above={() => <OpenRefunds />}
        sums={({ sums }) => (sums.length === 0 ? null : `: ${sums.map(sumWords).join('; ')}`)}
        cells={{
          person: ({ person, email }) => (
            <>
              {person}{' '}
              <span className="block wrap-anywhere text-slate">
                <EmailText email={email} />
              </span>
            </>
          ),
          provider: ({ provider, transfer }) => (
            <>
              {nameOfProvider(provider)}
              {transfer === null ? null : <span className="block text-slate">{transfer.reference}</span>}
            </>
          ),
          state: ({ state, failure }) => (
            <>
              <PaymentState state={state} />
              {failure === null ? null : (
                <span className="block whitespace-normal text-slate">{translated(failure)}</span>
              )}
            </>
          ),
          amount: (payment) => <AmountCell payment={payment} />,
          receipt: (payment) => <ReceiptCell payment={payment} />,
        }}
        actions={{ label: t`Refund`, of: (payment) => <RefundButton payment={payment} onRefund={setRefunding} /> }}
      />
      {refunding === null ? null : <RefundPayment payment={refunding} onClose={() => setRefunding(null)} />}
    </>
  )
}

/** What came in, and what of it isn't ours for good; a part that is nothing isn't named. */
function sumWords({ currency, received, refunded, disputed, chargedBack, waiting }: PaymentSum): string {
  const money = (amount: number) => formatExactMoney(amount, currency)
  const parts = [
    t`${money(received)} received`,
    ...(refunded > 0 ? [t`${money(refunded)} refunded`] : []),
    ...(chargedBack > 0 ? [t`${money(chargedBack)} charged back`] : []),
    ...(disputed > 0 ? [t`${money(disputed)} disputed`] : []),
    ...(waiting > 0 ? [t`${money(waiting)} waiting`] : []),
  ]
  return parts.join(', ')
}

function AmountCell({ payment }: { payment: CashierPayment }) {
  const { amount, received, refunded, disputed, chargedBack, currency, state, receipt } = payment
  const money = (part: number) => formatExactMoney(part, currency)
  return (
    <>
      {money(amount)}
      {received > 0 && received < amount ? (
        <span className="block text-slate">{t`${money(received)} received`}</span>
      ) : null}
      {refunded === 0 ? null : <span className="block text-slate">{t`${money(refunded)} refunded`}</span>}
      {disputed === 0 ? null : (
        <Link
          href={`${paths.adminPage('disputes')}?q=${encodeURIComponent(receipt ?? '')}`}
          className="block text-link"
        >{t`${money(disputed)} disputed`}</Link>
      )}
      {chargedBack === 0 || state === 'charged-back' ? null : (
        <span className="block text-slate">{t`${money(chargedBack)} charged back`}</span>
      )}
    </>
  )
}

function ReceiptCell({ payment: { id, receipt, state } }: { payment: CashierPayment }) {
  if (receipt === null && state !== 'succeeded') return null
  return (
    <ReceiptButton
      size="sm"
      label={receipt ?? t`Receipt`}
      link={() => call(linkReceipt, { params: { paymentId: id } })}
    />
  )
}

function RefundButton({ payment, onRefund }: { payment: CashierPayment; onRefund: (payment: CashierPayment) => void }) {
  const { received, refunded, disputed, chargedBack, state } = payment
  const hasMoney = disputed === 0 && received > refunded + chargedBack
  if (!hasMoney || (state !== 'succeeded' && state !== 'pending')) return null
  return (
    <Button variant="outline" size="sm" onClick={() => onRefund(payment)}>
      <Trans>
        Refund<span className="sr-only"> {payment.person}</span>
      </Trans>
    </Button>
  )
}

/** Refunds the rest of a payment, with a reason that the person reads. */
function RefundPayment({ payment, onClose }: { payment: CashierPayment; onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(refundPayment)
  const amount = formatExactMoney(payment.received - payment.refunded - payment.chargedBack, payment.currency)
  const words =
    payment.provider === 'transfer'
      ? t`It joins the list of refunds to send. Send it from the bank, then mark it as sent.`
      : t`The provider refunds the original payment method.`
  return (
    <ReasonDialog
      title={t`Refund ${amount}`}
      words={`${t`To ${payment.person}.`} ${words}`}
      action={t`Refund ${amount}`}
      hint={t`Shown on the receipt, in the email to the person and in the audit log.`}
      cancel={t`Keep payment`}
      failed={t`Nothing was refunded`}
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { paymentId: payment.id }, body: { reason } })
        await client.invalidateQueries({ queryKey: [listPayments.path] })
        await client.invalidateQueries({ queryKey: [listOpenRefunds.path] })
        toast({ title: t`Refund of ${amount} requested`, description: payment.person })
        onClose()
      }}
    />
  )
}
