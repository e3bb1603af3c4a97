import { t } from '#web/platform/language/text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { askCreditBack, type listInvoices } from '#contract/invoices/invoices.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { retryOnce } from '#web/platform/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { INVOICES_KEY } from './use-invoices.ts'

/** The person's credit: it pays the next invoice; overpayments are refunded on request, rewards aren't. */
export function Credit({ credit }: { credit: ReplyOf<typeof listInvoices>['credit'] }) {
  const client = useQueryClient()
  const ask = useMutation({
    mutationFn: () => call(askCreditBack),
    retry: retryOnce,
    onSuccess: () => client.invalidateQueries({ queryKey: INVOICES_KEY }),
  })
  if (credit.length === 0) return null
  const own = credit.filter(({ refundable }) => refundable > 0)
  const isAsked = own.length > 0 && own.every(({ payBackAskedAt }) => payBackAskedAt !== null)
  const isMixed = own.length > 0 && credit.some(({ amount, refundable }) => amount > refundable)
  return (
    <div className="mb-6">
      <Notice tone="info" title={t`You have ${sumOf(credit, 'amount')} of credit`}>
        {isAsked ? (
          <p>
            {t`You requested a refund${isMixed ? t` of ${sumOf(own, 'refundable')}` : ''}. We’ll send it to your original payment method and email you when it’s on its way.${isMixed ? ` ${t`We’ll apply the rest to your next invoice.`}` : ''}`}
          </p>
        ) : (
          <>
            <p>
              {t`We’ll apply it to your next invoice.${isMixed ? t` ${sumOf(own, 'refundable')} of it is refundable; rewards aren’t.` : ''}`}
            </p>
            {ask.error === null ? null : <p className="mt-2 font-semibold">{failureMessage(ask.error)}</p>}
            {own.length === 0 ? null : (
              <Button
                variant="outline"
                className="mt-3"
                aria-disabled={ask.isPending}
                onClick={() => (ask.isPending ? undefined : ask.mutate())}
              >
                {ask.isPending ? t`Sending request` : t`Request refund`}
              </Button>
            )}
          </>
        )}
      </Notice>
    </div>
  )
}

function sumOf(credit: ReplyOf<typeof listInvoices>['credit'], part: 'amount' | 'refundable'): string {
  return credit.map((one) => formatExactMoney(one[part], one.currency)).join(' and ')
}
