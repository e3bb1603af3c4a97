import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listOpenRefunds, type OpenRefund, settleRefundByHand } from '#contract/payments.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Refunds that wait for a cashier; nothing where there are none. */
export function OpenRefunds() {
  const { data } = useQuery({
    queryKey: [listOpenRefunds.path],
    queryFn: ({ signal }) => call(listOpenRefunds, {}, signal),
    staleTime: 0,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-labelledby="to-send" className="mt-6 border-l-4 border-notice bg-fog px-4 py-3">
      <h2 id="to-send" className="text-base font-semibold">
        {data.items.length === 1 ? '1 refund waits for you' : `${data.items.length} refunds wait for you`}
      </h2>
      <Table caption="Refunds to send" dense className="relative mt-2 [&_td]:align-middle!">
        <thead>
          <tr>
            {['Since', 'Person', 'Came from', 'Why'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" className="text-right">
              Amount
            </th>
            <th scope="col">
              <span className="sr-only">Settle</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((refund) => (
            <Line key={refund.id} refund={refund} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function Line({ refund }: { refund: OpenRefund }) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (how: 'sent-by-bank' | 'try-again') =>
      call(settleRefundByHand, { params: { refundId: refund.id }, body: { how } }),
  })
  const { run, busy } = useSingleFlight(async (how: 'sent-by-bank' | 'try-again') => {
    await mutateAsync(how).catch((failure: unknown) =>
      toast({ title: 'Nothing was changed', description: wordsOfFailure(failure), variant: 'destructive' }),
    )
    await client.invalidateQueries({ queryKey: [listOpenRefunds.path] })
  })
  return (
    <tr>
      <td className="whitespace-nowrap">{formatInstant(refund.createdAt)}</td>
      <td>{refund.person}</td>
      <td>{refund.payer ?? refund.provider}</td>
      <td>
        {refund.reason}
        {refund.failure === null ? null : <span className="block font-semibold text-outbid">{refund.failure}</span>}
      </td>
      <td className="text-right whitespace-nowrap">{formatMoney(refund.amount, refund.currency, true)}</td>
      <td>
        <span className="flex flex-wrap justify-end gap-2">
          {refund.byHand ? null : (
            <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run('try-again')}>
              Try again
            </Button>
          )}
          <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run('sent-by-bank')}>
            I sent it from the bank
          </Button>
        </span>
      </td>
    </tr>
  )
}
