import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Payment } from '#contract/membership.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { formatBusinessDays } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FeeClosed } from './fee-closed.tsx'
import { FeePaid } from './fee-paid.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { type Provider, ProviderChoice } from './provider-choice.tsx'
import { RefundList } from './refund-list.tsx'
import { useCheckout } from './use-checkout.ts'
import { type Fee, MEMBERSHIP_KEY, useMembership } from './use-membership.ts'
import { usePayment } from './use-payment.ts'

/** The membership fee: what it is, how to pay it, and the receipt. */
export default function PaymentScreen() {
  const { data: fee, error, refetch } = useMembership()
  return (
    <Page title="Membership fee" width="form">
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
        <Notice tone="bad" title="The fee cannot be shown">
          <p>{wordsOfFailure(error)}</p>
          <Button variant="outline" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
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
  // One that waits is found again by who comes back without its address.
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
      {shown === null ? <WhatFollows /> : null}
    </>
  )
}

/** The fee was paid before and went back. */
function GoneBack({ last }: { last: Payment }) {
  if (last.state !== 'refunded' && last.state !== 'charged-back') return null
  return (
    <div className="mt-6">
      <Notice tone="info" title="Your membership has ended">
        {last.chargedBack === 0 ? null : (
          <p>Your bank took {formatMoney(last.chargedBack, last.currency, true)} back and gave it to you.</p>
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
      <Notice tone="bad" title="There is no way to pay at present">
        The house has not set up a payment provider. Support can tell you when it has.
      </Notice>
    )
  }
  const amount = formatMoney(fee.fee, fee.currency, true)
  return (
    <>
      <ProviderChoice offered={fee.providers} chosen={provider} onChoose={setProvider} />
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="The payment was not started">
            {fault}
          </Notice>
        </div>
      )}
      <Button size="lg" className="mt-6 w-full" aria-disabled={busy} onClick={() => void onPay(provider)}>
        {busy ? 'Starting the payment' : provider === 'transfer' ? `Get the reference for ${amount}` : `Pay ${amount}`}
      </Button>
    </>
  )
}

function WhatFollows() {
  const terms = useHouseTerms()
  const looksWithin = terms === undefined ? '' : `, usually within ${formatBusinessDays(terms.verificationDays)}`
  return (
    <section aria-labelledby="follows" className="mt-10 border-t border-line pt-6">
      <h2 id="follows" className="text-lg">
        What happens next
      </h2>
      <ol className="mt-3 list-decimal space-y-2 pl-5 text-slate marker:text-ink">
        <li>You get a receipt on this page and by mail.</li>
        <li>You send a passport, driving licence or identity card. A reviewer looks at it{looksWithin}.</li>
        <li>You bid in every sale, for as long as you like.</li>
      </ol>
    </section>
  )
}

function Amount({ fee }: { fee: Fee }) {
  const terms = useHouseTerms()
  return (
    <>
      <p className="tabular text-2xl font-bold">{formatMoney(fee.fee, fee.currency, true)}</p>
      <p className="mt-3 text-slate">
        Paid once, not every year. It opens the identity check, and with it bidding in every sale.
        {terms === undefined
          ? null
          : ` You get it back within ${terms.membershipRefundDays} days as long as you have not placed a bid.`}{' '}
        <Link href={paths.refund} className="text-notice underline underline-offset-4">
          Refund policy
        </Link>
      </p>
    </>
  )
}
