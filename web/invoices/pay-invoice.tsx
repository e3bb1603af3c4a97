import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import type * as z from 'zod/mini'
import type { Invoice } from '#contract/invoices.ts'
import type { Membership } from '#contract/membership.ts'
import { PaymentProgress } from '#web/membership/payment-progress.tsx'
import { type Provider, ProviderChoice } from '#web/membership/provider-choice.tsx'
import { useCheckout } from '#web/membership/use-checkout.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { INVOICES_KEY } from './use-invoices.ts'

/** Paying what is still owed of an invoice, by any provider the house has. */
export function PayInvoice({ invoice, primary }: { invoice: Invoice; primary: boolean }) {
  const client = useQueryClient()
  const [, setSearch] = useSearchParams()
  const { data: membership } = useQuery<z.infer<typeof Membership>>({ queryKey: ['/api/membership'] })
  const { paymentId, pay, busy, fault } = useCheckout({ purpose: 'invoice', invoiceId: invoice.id })
  const [picked, setPicked] = useState<Provider | null>(null)
  const onPaid = useCallback(() => void client.invalidateQueries({ queryKey: INVOICES_KEY }), [client])
  const onAgain = () => setSearch({ invoice: invoice.id }, { replace: true })
  if (paymentId !== null) return <PaymentProgress paymentId={paymentId} onPaid={onPaid} onAgain={onAgain} />
  const offered = membership?.providers ?? []
  const chosen = picked ?? offered[0]
  if (chosen === undefined) return null
  return (
    <div className="max-w-[30rem]">
      <ProviderChoice offered={offered} chosen={chosen} onChoose={setPicked} />
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="The payment was not started">
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
        {busy ? 'Starting the payment' : `Pay ${formatMoney(invoice.owed, invoice.currency, true)}`}
      </Button>
    </div>
  )
}
