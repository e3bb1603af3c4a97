import { t } from '#web/platform/language/text.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import type * as z from 'zod/mini'
import type { Invoice } from '#contract/invoices/invoices.ts'
import type { Membership } from '#contract/membership/membership.ts'
import { PaymentProgress } from '#web/payments/payment-progress.tsx'
import { type Provider, ProviderChoice } from '#web/payments/provider-choice.tsx'
import { useCheckout } from '#web/payments/use-checkout.ts'
import { usePayment } from '#web/payments/use-payment.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { INVOICES_KEY } from './use-invoices.ts'

/** Pays the balance of an invoice, by any available provider. What waits for confirmation is shown again to a person who comes back without its URL. */
export function PayInvoice({ invoice, primary }: { invoice: Invoice; primary: boolean }) {
  const client = useQueryClient()
  const [, setSearch] = useSearchParams()
  const { data: membership } = useQuery<z.infer<typeof Membership>>({ queryKey: ['/api/membership'] })
  const { paymentId, pay, busy, fault } = useCheckout({ purpose: 'invoice', invoiceId: invoice.id })
  const [picked, setPicked] = useState<Provider | null>(null)
  const onPaid = useCallback(() => void client.invalidateQueries({ queryKey: INVOICES_KEY }), [client])
  const onAgain = () => setSearch({ invoice: invoice.id }, { replace: true })
  const { data: waiting, isLoading } = usePayment(invoice.pendingPayment)
  if (paymentId === null && isLoading) return <Skeleton className="h-40" />
  const shown = paymentId ?? (waiting?.state === 'pending' ? waiting.id : null)
  if (shown !== null) return <PaymentProgress paymentId={shown} onPaid={onPaid} onAgain={onAgain} />
  const offered = membership?.providers ?? []
  const chosen = picked ?? offered[0]
  if (chosen === undefined) return null
  const amount = formatExactMoney(invoice.owed, invoice.currency)
  return (
    <div className="max-w-[30rem]">
      <ProviderChoice offered={offered} chosen={chosen} onChoose={setPicked} />
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t`We couldn’t start the payment`}>
            {fault}
          </Notice>
        </div>
      )}
      <Button
        variant={primary ? 'default' : 'outline'}
        className="mt-4"
        aria-disabled={busy}
        onClick={() => void pay(chosen)}
      >
        {busy ? t`Starting payment` : chosen === 'transfer' ? t`Get reference for ${amount}` : t`Pay ${amount}`}
      </Button>
    </div>
  )
}
