import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { linkReceipt } from '#contract/membership.ts'
import {
  type CashierPayment,
  exportPayments,
  listPayments,
  PAYMENT_SORTS,
  type PaymentFilter,
} from '#contract/payments.ts'
import { ChoiceField, DayField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { ExportButton, SortHead, Turning } from '#web/accounts/lists/admin-list.tsx'
import { type Sorting, type UrlFilter, useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { OpenRefunds } from './admin-open-refunds.tsx'
import { RefundPayment } from './admin-refund.tsx'
import { PAYMENT_STATES, PaymentState, wordsOfState } from '../payment-state.tsx'
import { nameOfProvider } from '../provider-choice.tsx'
import { ReceiptButton } from '../receipt-button.tsx'

export const PAYMENTS_KEY = listPayments.path

/** All payments: search, filter, export, receipts and refunds. */
export default function AdminPayments() {
  const filter = useUrlFilter()
  const names = ['q', 'state', 'provider', 'purpose', 'from', 'to'] as const
  const query = useDeferredValue(filter.given(names)) as PaymentFilter
  const sorting = filter.sorting(PAYMENT_SORTS)
  const [refunding, setRefunding] = useState<CashierPayment | null>(null)
  const { data, error } = useQuery({
    queryKey: [PAYMENTS_KEY, query, sorting, filter.page],
    queryFn: ({ signal }) => call(listPayments, { query: { ...query, ...sorting, page: filter.page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Payments</h1>
        <ExportButton from={exportPayments} query={query} name="payments.csv" />
      </div>
      <OpenRefunds />
      <Filters filter={filter} />
      <ReadList data={data} error={error}>
        {({ items, total }) => (
          <>
            <p role="status" className="mb-2 text-sm text-slate">
              {total === 1 ? '1 payment' : `${total} payments`}
            </p>
            <PaymentTable
              payments={items}
              isFiltered={Object.keys(query).length > 0}
              sorting={sorting}
              onSort={filter.set}
              onRefund={setRefunding}
            />
          </>
        )}
      </ReadList>
      <Turning page={filter.page} pages={data?.pages ?? 1} onTurn={filter.turn} />
      {refunding === null ? null : <RefundPayment payment={refunding} onClose={() => setRefunding(null)} />}
    </>
  )
}

const STATES = PAYMENT_STATES.map((state) => [state, wordsOfState(state)] as const)
const WAYS = ['stripe', 'transfer', 'sandbox'].map((way) => [way, nameOfProvider(way)] as const)
const PURPOSES = [
  ['membership', 'Membership fee'],
  ['invoice', 'Invoice'],
] as const

function Filters({ filter }: { filter: UrlFilter }) {
  return (
    <search className="mt-6 grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 xl:grid-cols-[2fr_repeat(5,1fr)]">
      <div className="col-span-2 sm:col-span-3 xl:col-span-1">
        <SearchField filter={filter} label="Name, email, receipt or reference" />
      </div>
      <ChoiceField filter={filter} label="State" name="state" options={STATES} />
      <ChoiceField filter={filter} label="Way" name="provider" options={WAYS} />
      <ChoiceField filter={filter} label="For" name="purpose" options={PURPOSES} />
      <DayField filter={filter} label="From (UTC)" name="from" />
      <DayField filter={filter} label="To (UTC)" name="to" />
    </search>
  )
}

const HEADS: { by: (typeof PAYMENT_SORTS)[number] | null; label: string; right?: boolean }[] = [
  { by: 'started', label: 'Started' },
  { by: 'person', label: 'Person' },
  { by: null, label: 'For' },
  { by: 'provider', label: 'Way' },
  { by: 'state', label: 'State' },
  { by: 'amount', label: 'Amount', right: true },
  { by: null, label: 'Receipt' },
]

function PaymentTable({
  payments,
  isFiltered,
  sorting,
  onSort,
  onRefund,
}: {
  payments: readonly CashierPayment[]
  isFiltered: boolean
  sorting: Sorting<(typeof PAYMENT_SORTS)[number]>
  onSort: UrlFilter['set']
  onRefund: (payment: CashierPayment) => void
}) {
  if (payments.length === 0) {
    return isFiltered ? (
      <EmptyState title="No payment matches">Take a filter away to see more.</EmptyState>
    ) : (
      <EmptyState title="No payments yet">The first one is listed here as soon as somebody starts to pay.</EmptyState>
    )
  }
  return (
    <Table caption="Payments" dense className="relative sm:[&_:is(td,th)]:px-1.5! [&_:is(td,th)]:align-middle!">
      <thead>
        <tr>
          {HEADS.map(({ by, label, right = false }) => (
            <SortHead key={label} by={by} sorting={sorting} onSort={onSort} right={right}>
              {label}
            </SortHead>
          ))}
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
  const { amount, received, refunded, disputed, chargedBack, currency, state } = payment
  const mayRefund =
    disputed === 0 && received > refunded + chargedBack && (state === 'succeeded' || state === 'pending')
  return (
    <tr>
      <td>{formatInstant(payment.createdAt)}</td>
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
        {disputed === 0 ? null : (
          <Link
            href={`${paths.adminPage('disputes')}?q=${encodeURIComponent(payment.receipt ?? '')}`}
            className="block text-notice underline underline-offset-4"
          >
            {formatMoney(disputed, currency, true)} disputed
          </Link>
        )}
        {chargedBack === 0 || state === 'charged-back' ? null : (
          <span className="block text-slate">{formatMoney(chargedBack, currency, true)} charged back</span>
        )}
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
