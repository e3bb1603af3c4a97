import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { askCreditBack, type listInvoices } from '#contract/invoices/invoices.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { retryOnce } from '#web/platform/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { INVOICES_KEY } from './use-invoices.ts'

/** The person's overpayments: credit pays the next invoice, or is refunded on request. */
export function Credit({ credit }: { credit: ReplyOf<typeof listInvoices>['credit'] }) {
  const client = useQueryClient()
  const ask = useMutation({
    mutationFn: () => call(askCreditBack),
    retry: retryOnce,
    onSuccess: () => client.invalidateQueries({ queryKey: INVOICES_KEY }),
  })
  if (credit.length === 0) return null
  const isAsked = credit.every(({ payBackAskedAt }) => payBackAskedAt !== null)
  const sums = credit.map(({ amount, currency }) => formatMoney(amount, currency, true)).join(' and ')
  return (
    <div className="mb-6">
      <Notice tone="info" title={`You have ${sums} of credit`}>
        {isAsked ? (
          <p>
            You requested a refund. We’ll send it to your original payment method and email you when it’s on its way.
          </p>
        ) : (
          <>
            <p>We’ll apply it to your next invoice.</p>
            {ask.error === null ? null : <p className="mt-2 font-semibold">{failureMessage(ask.error)}</p>}
            <Button
              variant="outline"
              className="mt-3"
              aria-disabled={ask.isPending}
              onClick={() => (ask.isPending ? undefined : ask.mutate())}
            >
              {ask.isPending ? 'Sending request' : 'Request refund'}
            </Button>
          </>
        )}
      </Notice>
    </div>
  )
}
