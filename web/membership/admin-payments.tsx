import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { linkReceipt } from '#contract/membership.ts'
import { type CashierPayment, exportPayments, listPayments, type PaymentFilter } from '#contract/payments.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { saveAs } from '#web/platform/open-link.ts'
import { call, urlOf } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OpenRefunds } from './admin-open-refunds.tsx'
import { RefundPayment } from './admin-refund.tsx'
import { PAYMENT_STATES, PaymentState, wordsOfState } from './payment-state.tsx'
import { nameOfProvider } from './provider-choice.tsx'
import { ReceiptButton } from './receipt-button.tsx'
import { Turning } from './turning.tsx'
import { useUrlFilter } from './use-url-filter.ts'

export const PAYMENTS_KEY = listPayments.path
const EVERY_MS = 30_000

/** All payments: search, filter, export, receipts and refunds. */
export default function AdminPayments() {
  const filter = useUrlFilter()
  const names = ['q', 'state', 'provider', 'purpose', 'from', 'to'] as const
  const chosen = Object.fromEntries(names.map((name) => [name, filter.get(name)]).filter(([, value]) => value !== ''))
  const query = useDeferredValue(chosen) as PaymentFilter
  const cursor = filter.cursors.at(-1)
  const [refunding, setRefunding] = useState<CashierPayment | null>(null)
  const { data, error } = useQuery({
    queryKey: [PAYMENTS_KEY, query, cursor ?? ''],
    queryFn: ({ signal }) =>
      call(listPayments, { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }, signal),
    staleTime: 0,
    refetchInterval: EVERY_MS,
    placeholderData: (held) => held,
  })
  const { run: save, busy } = useSingleFlight(async () => {
    await saveAs(urlOf(exportPayments.path, {}, query), 'payments.csv').catch((failure: unknown) =>
      toast({ title: 'The list was not saved', description: wordsOfFailure(failure), variant: 'destructive' }),
    )
  })
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-xl">Payments</h1>
        <Button variant="outline" aria-disabled={busy} onClick={() => void save()}>
          {busy ? 'Saving' : 'Save as CSV'}
        </Button>
      </div>
      <OpenRefunds />
      <Filters get={filter.get} set={filter.set} />
      <div className="mt-6">
        {data !== undefined ? (
          <>
            <p role="status" className="mb-2 text-sm text-slate">
              {data.total === 1 ? '1 payment' : `${data.total} payments`}
            </p>
            <PaymentTable payments={data.items} onRefund={setRefunding} />
          </>
        ) : error !== null ? (
          <Notice tone="bad" title="The list cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
      <Turning cursors={filter.cursors} next={data?.next ?? null} onTurn={filter.turn} />
      {refunding === null ? null : <RefundPayment payment={refunding} onClose={() => setRefunding(null)} />}
    </>
  )
}

type Filter = ReturnType<typeof useUrlFilter>

function Filters({ get, set }: Pick<Filter, 'get' | 'set'>) {
  const choice = (name: string, label: string, options: [value: string, words: string][]) => (
    <Field label={label}>
      <Select value={get(name)} onChange={(event) => set({ [name]: event.target.value })}>
        <option value="">All</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
  const ways = ['stripe', 'transfer', 'sandbox']
  return (
    <search className="mt-6 grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 xl:grid-cols-[2fr_repeat(5,1fr)]">
      <div className="col-span-2 sm:col-span-3 xl:col-span-1">
        <Field label="Name, email, receipt or reference">
          <Input type="search" value={get('q')} onChange={(event) => set({ q: event.target.value })} />
        </Field>
      </div>
      {choice(
        'state',
        'State',
        PAYMENT_STATES.map((state) => [state, wordsOfState(state)]),
      )}
      {choice(
        'provider',
        'Way',
        ways.map((way) => [way, nameOfProvider(way)]),
      )}
      {choice('purpose', 'For', [
        ['membership', 'Membership fee'],
        ['invoice', 'Invoice'],
      ])}
      <Field label="From (UTC)">
        <Input type="date" value={get('from')} onChange={(event) => set({ from: event.target.value })} />
      </Field>
      <Field label="To (UTC)">
        <Input type="date" value={get('to')} onChange={(event) => set({ to: event.target.value })} />
      </Field>
    </search>
  )
}

function PaymentTable({
  payments,
  onRefund,
}: {
  payments: readonly CashierPayment[]
  onRefund: (payment: CashierPayment) => void
}) {
  if (payments.length === 0) return <EmptyState title="No payment matches">Take a filter away to see more.</EmptyState>
  return (
    <Table caption="Payments" dense className="relative [&_td]:align-middle!">
      <thead>
        <tr>
          {['Started', 'Person', 'For', 'Way', 'State'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col" className="text-right">
            Amount
          </th>
          <th scope="col">Receipt</th>
          <th scope="col">
            <span className="sr-only">Refund</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} onRefund={() => onRefund(payment)} />
        ))}
      </tbody>
    </Table>
  )
}

function PaymentLine({ payment, onRefund }: { payment: CashierPayment; onRefund: () => void }) {
  const { amount, received, refunded, currency, state } = payment
  const mayRefund = received > refunded && (state === 'succeeded' || state === 'pending')
  return (
    <tr>
      <td className="whitespace-nowrap">{formatInstant(payment.createdAt)}</td>
      <td>{payment.person}</td>
      <td>{payment.purpose === 'membership' ? 'Membership fee' : 'Invoice'}</td>
      <td>
        {nameOfProvider(payment.provider)}
        {payment.transfer === null ? null : (
          <span className="block whitespace-nowrap text-slate">{payment.transfer.reference}</span>
        )}
      </td>
      <td>
        <PaymentState state={state} />
        {payment.failure === null ? null : <span className="block text-slate">{payment.failure}</span>}
      </td>
      <td className="text-right whitespace-nowrap">
        {formatMoney(amount, currency, true)}
        {received > 0 && received < amount ? (
          <span className="block text-slate">{formatMoney(received, currency, true)} here</span>
        ) : null}
        {refunded === 0 ? null : <span className="block text-slate">{formatMoney(refunded, currency, true)} back</span>}
      </td>
      <td>
        {payment.receipt === null && state !== 'succeeded' ? null : (
          <ReceiptButton
            size="sm"
            label={payment.receipt ?? 'Receipt'}
            link={() => call(linkReceipt, { params: { paymentId: payment.id } })}
          />
        )}
      </td>
      <td className="text-right">
        {mayRefund ? (
          <Button variant="outline" size="sm" onClick={onRefund}>
            Refund<span className="sr-only"> {payment.person}</span>
          </Button>
        ) : null}
      </td>
    </tr>
  )
}
