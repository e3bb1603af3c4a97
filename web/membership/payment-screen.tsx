import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Membership } from '#contract/membership.ts'
import type * as z from 'zod/mini'
import { nextStep } from '#web/accounts/continue-to.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { USER_KEY, useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { type Provider, ProviderChoice } from './provider-choice.tsx'
import { useCheckout } from './use-checkout.ts'

type Fee = z.infer<typeof Membership>

const MEMBERSHIP_KEY = ['/api/membership'] as const

/** The membership fee: what it is, how to pay it, and the receipt. */
export default function PaymentScreen() {
  const { data: fee, error, refetch } = useQuery<Fee>({ queryKey: MEMBERSHIP_KEY, staleTime: 0 })
  return (
    <Page title="Membership fee" width="form">
      {fee !== undefined ? (
        fee.paidAt === null ? (
          <Unpaid fee={fee} />
        ) : (
          <Receipt fee={fee} paidAt={fee.paidAt} />
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
  const [provider, setProvider] = useState<Provider | undefined>(fee.providers[0])
  const onPaid = useCallback(() => {
    void client.invalidateQueries({ queryKey: MEMBERSHIP_KEY })
    void client.invalidateQueries({ queryKey: USER_KEY })
  }, [client])
  return (
    <>
      <Amount fee={fee} />
      <div className="mt-8">
        {paymentId !== null ? (
          <PaymentProgress paymentId={paymentId} onPaid={onPaid} onAgain={forget} />
        ) : provider === undefined ? (
          <Notice tone="bad" title="There is no way to pay at present">
            The house has not set up a payment provider. Support can tell you when it has.
          </Notice>
        ) : (
          <>
            <ProviderChoice offered={fee.providers} chosen={provider} onChoose={setProvider} />
            {fault === null ? null : (
              <div className="mt-4">
                <Notice tone="bad" title="The payment was not started">
                  {fault}
                </Notice>
              </div>
            )}
            <Button size="lg" className="mt-6 w-full" aria-disabled={busy} onClick={() => void pay(provider)}>
              {busy ? 'Starting the payment' : `Pay ${formatMoney(fee.fee, fee.currency)}`}
            </Button>
          </>
        )}
      </div>
    </>
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

function Receipt({ fee, paidAt }: { fee: Fee; paidAt: number }) {
  const { user } = useUser()
  const next = user === null ? null : nextStep(user)
  return (
    <>
      <Notice tone="good" title="The fee is paid">
        You are a member for good.
      </Notice>
      <dl className="mt-6 grid grid-cols-[9rem_1fr] gap-x-4 gap-y-3 border-y border-line py-4">
        <dt className="text-slate">Amount</dt>
        <dd className="tabular">{formatMoney(fee.fee, fee.currency, true)}</dd>
        <dt className="text-slate">Paid</dt>
        <dd>{formatInstant(paidAt)}</dd>
        {fee.receipt === null ? null : (
          <>
            <dt className="text-slate">Receipt</dt>
            <dd className="break-all">{fee.receipt}</dd>
          </>
        )}
      </dl>
      <Button asChild size="lg" className="mt-6">
        <Link href={next ?? paths.calendar}>{next === paths.verification ? 'Verify your identity' : 'Go on'}</Link>
      </Button>
    </>
  )
}
