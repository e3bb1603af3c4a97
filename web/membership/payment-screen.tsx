import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Payment } from '#contract/payments/payments.ts'
import { JoinSteps } from '#web/accounts/join-steps.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FeePaid } from './fee-paid.tsx'
import { PaymentProgress } from '#web/payments/payment-progress.tsx'
import { type Provider, ProviderChoice } from '#web/payments/provider-choice.tsx'
import { RefundList } from '#web/payments/refund-list.tsx'
import { useCheckout } from '#web/payments/use-checkout.ts'
import { type Fee, MEMBERSHIP_KEY, useMembership } from './use-membership.ts'
import { usePayment } from '#web/payments/use-payment.ts'

/** The membership fee: what it is, how to pay it, and the receipt. */
export default function PaymentScreen() {
  const { data: fee, error, refetch } = useMembership()
  const { user } = useUser()
  const isOpen = fee !== undefined && fee.closed === null && user?.verificationStatus !== 'verified'
  return (
    <Page
      title={t`Membership fee`}
      width="form"
      {...(isOpen ? { aside: <JoinSteps done={fee.paidAt === null ? 1 : 2} /> } : {})}
    >
      {fee !== undefined ? (
        fee.paidAt === null ? (
          fee.closed === null ? (
            <Unpaid fee={fee} />
          ) : (
            <FeeClosed why={fee.closed} lastPayment={fee.lastPayment} />
          )
        ) : (
          <FeePaid fee={fee} paidAt={fee.paidAt} />
        )
      ) : error !== null ? (
        <RequestFailed title={t`We couldn’t load the fee`} failure={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Page>
  )
}

function Unpaid({ fee }: { fee: Fee }) {
  const client = useQueryClient()
  const { paymentId, pay, busy, fault, forget } = useCheckout({ purpose: 'membership' })
  const { data: last, isPending } = usePayment(fee.lastPayment)
  const onPaid = useCallback(() => {
    void client.invalidateQueries({ queryKey: MEMBERSHIP_KEY })
    void client.invalidateQueries({ queryKey: USER_KEY })
  }, [client])
  if (fee.lastPayment !== null && isPending && paymentId === null) return <Skeleton className="h-72" />
  // A person who comes back without the payment's URL finds a pending one again.
  const shown = paymentId ?? (last?.state === 'pending' ? last.id : null)
  return (
    <>
      <Amount fee={fee} />
      {shown === null && last !== undefined ? <GoneBack last={last} /> : null}
      <div className="mt-8">
        {shown === null ? (
          <Choice fee={fee} busy={busy} fault={fault} onPay={pay} />
        ) : (
          <PaymentProgress paymentId={shown} onPaid={onPaid} onAgain={forget} />
        )}
      </div>
    </>
  )
}

/** The fee was paid before and refunded. */
function GoneBack({ last }: { last: Payment }) {
  if (last.state !== 'refunded' && last.state !== 'charged-back') return null
  return (
    <div className="mt-6">
      <Notice tone="info" title={t`Your membership has ended`}>
        {last.chargedBack === 0 ? null : (
          <p>{t`Your bank returned ${formatExactMoney(last.chargedBack, last.currency)} to you.`}</p>
        )}
        <RefundList refunds={last.refunds} currency={last.currency} />
      </Notice>
    </div>
  )
}

function Choice({
  fee,
  busy,
  fault,
  onPay,
}: {
  fee: Fee
  busy: boolean
  fault: string | null
  onPay: (provider: Provider) => Promise<void>
}) {
  const [provider, setProvider] = useState<Provider | undefined>(fee.providers[0])
  if (provider === undefined) {
    return (
      <Notice tone="bad" title={t`You can’t pay right now`}>
        {t`We haven’t set up a payment provider yet. Contact support for help.`}
      </Notice>
    )
  }
  const amount = formatExactMoney(fee.fee, fee.currency)
  return (
    <>
      <ProviderChoice offered={fee.providers} chosen={provider} onChoose={setProvider} />
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t`We couldn’t start the payment`}>
            {fault}
          </Notice>
        </div>
      )}
      <Button size="lg" className="mt-6 w-full" aria-disabled={busy} onClick={() => void onPay(provider)}>
        {busy ? t`Starting payment` : provider === 'transfer' ? t`Get reference for ${amount}` : t`Pay ${amount}`}
      </Button>
    </>
  )
}

function Amount({ fee }: { fee: Fee }) {
  const terms = useCompanyTerms()
  return (
    <>
      <p className="tabular text-2xl font-bold">{formatExactMoney(fee.fee, fee.currency)}</p>
      <p className="mt-3 text-slate">
        <Trans>
          A one-time fee. You get a receipt here and by email.
          {terms === undefined
            ? null
            : t` You can get it refunded within ${terms.membershipRefundDays} days if you haven’t placed a bid.`}{' '}
          <Link href={paths.refund} className="text-link">
            Refund policy
          </Link>
        </Trans>
      </p>
    </>
  )
}

/** The fee can no longer be paid: why, and what happened to money paid before. */
function FeeClosed({ why, lastPayment }: { why: string; lastPayment: string | null }) {
  const { data: last } = usePayment(lastPayment)
  return (
    <>
      <Notice tone="info" title={t`There’s no fee to pay`}>
        <p>{translated(why)}</p>
        {last?.state === 'pending' ? (
          <p className="mt-2">{t`If a payment from you is still on its way, we’ll refund it when it arrives.`}</p>
        ) : null}
      </Notice>
      {last === undefined || last.refunds.length === 0 ? null : (
        <section aria-labelledby="gone-back" className="mt-8 border-y border-line py-4">
          <h2 id="gone-back" className="text-lg">
            {t`Your refund: ${formatExactMoney(last.refunded, last.currency)}`}
          </h2>
          <RefundList refunds={last.refunds} currency={last.currency} />
        </section>
      )}
      <p className="mt-8 text-slate">{t`If you think this is a mistake, write to our team.`}</p>
      <Button asChild variant="outline" className="mt-4">
        <Link href={paths.support}>{t`Contact support`}</Link>
      </Button>
    </>
  )
}
