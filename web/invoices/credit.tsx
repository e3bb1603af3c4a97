import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { askCreditBack, type listInvoices } from '#contract/invoices.ts'
import { retryUnanswered, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { INVOICES_KEY } from './use-invoices.ts'

/** What the person paid too much: it pays the next invoice, or goes back when they ask. */
export function Credit({ credit }: { credit: ReplyOf<typeof listInvoices>['credit'] }) {
  const client = useQueryClient()
  const ask = useMutation({
    mutationFn: () => call(askCreditBack),
    retry: retryUnanswered,
    onSuccess: () => client.invalidateQueries({ queryKey: INVOICES_KEY }),
  })
  if (credit.length === 0) return null
  const isAsked = credit.every(({ payBackAskedAt }) => payBackAskedAt !== null)
  const sums = credit.map(({ amount, currency }) => formatMoney(amount, currency, true)).join(' and ')
  return (
    <div className="mb-6">
      <Notice tone="info" title={`You have ${sums} of credit`}>
        {isAsked ? (
          <p>You asked for it back. We send it to the account it came from and email you when it’s on its way.</p>
        ) : (
          <>
            <p>We use it for your next invoice.</p>
            {ask.error === null ? null : <p className="mt-2 font-semibold">{wordsOfFailure(ask.error)}</p>}
            <Button
              variant="outline"
              className="mt-3"
              aria-disabled={ask.isPending}
              onClick={() => (ask.isPending ? undefined : ask.mutate())}
            >
              {ask.isPending ? 'Sending your request' : 'Ask for it back'}
            </Button>
          </>
        )}
      </Notice>
    </div>
  )
}
