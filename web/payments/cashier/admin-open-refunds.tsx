import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listOpenRefunds, type OpenRefund, settleRefundByHand } from '#contract/payments/admin-payments.ts'
import { AdminTable } from '#web/ui/list/admin-table.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** Refunds that wait for a cashier; renders nothing if there are none. */
export function OpenRefunds() {
  const { data } = useRead(listOpenRefunds, {})
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-labelledby="to-send" className="mt-6 border-l-4 border-notice bg-fog px-4 py-3">
      <h2 id="to-send" className="text-base font-semibold">
        {plural(data.items.length, { one: '# refund to send', other: '# refunds to send' })}
      </h2>
      <AdminTable
        list={listOpenRefunds}
        caption={t`Refunds to send`}
        items={data.items}
        cells={{
          reason: ({ reason, failure }) => (
            <>
              {translated(reason)}
              {failure === null ? null : <span className="block font-semibold text-outbid">{translated(failure)}</span>}
            </>
          ),
        }}
        actions={{ label: t`Settle`, of: (refund) => <SettleButtons refund={refund} /> }}
      />
    </section>
  )
}

function SettleButtons({ refund }: { refund: OpenRefund }) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (how: 'sent-by-bank' | 'try-again') =>
      call(settleRefundByHand, { params: { refundId: refund.id }, body: { how } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listOpenRefunds.path] }),
  })
  const { run, busy } = useSingleFlight(async () => {
    await mutateAsync('try-again').catch((failure: unknown) =>
      toast({ title: t`Nothing was changed`, description: failureMessage(failure), variant: 'destructive' }),
    )
  })
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {refund.byHand ? null : (
        <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>{t`Try again`}</Button>
      )}
      <ConfirmedAction
        label={t`Mark as sent`}
        title={t`Mark ${formatExactMoney(refund.amount, refund.currency)} to ${refund.person} as sent?`}
        words={t`Only if the bank has sent the money. This can’t be undone.`}
        action={t`Mark as sent`}
        onAction={() => mutateAsync('sent-by-bank')}
      />
    </span>
  )
}
