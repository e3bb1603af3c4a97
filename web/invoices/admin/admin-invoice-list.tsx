import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { exportInvoices, INVOICE_SORTS } from '#contract/admin-invoices.ts'
import { InvoiceKind, InvoiceState as States } from '#contract/invoices.ts'
import { ExportButton, SortHead, Turning } from '#web/accounts/lists/admin-list.tsx'
import { ChoiceField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { type UrlFilter, useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { type AdminInvoice, type InvoiceQuery, useAllInvoices } from './admin-invoice-acts.ts'
import { ChooseSettlement } from './admin-settlement-choice.tsx'
import { InvoiceState } from '../invoice-state.tsx'
import { kindWords } from '../invoice-words.ts'

const STATE_WORDS: Record<string, string> = {
  open: 'Something owed',
  issued: 'To pay',
  'part-paid': 'Partly paid',
  overdue: 'Overdue',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

const STATES = Object.entries(STATE_WORDS)
const KINDS = InvoiceKind.options.map((kind) => [kind, kindWords(kind)] as const)

/** All invoices. What is searched, filtered, sorted and turned to stands in the address. */
export default function AdminInvoices() {
  const filter = useUrlFilter()
  const q = useDeferredValue(filter.get('q').trim())
  const query = queryFrom(filter, q)
  const { data, error, isPlaceholderData } = useAllInvoices({ ...query, page: filter.page })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Invoices</h1>
        <ExportButton from={exportInvoices} query={query} name="invoices.csv" />
      </div>
      <search className="mt-4 grid gap-4 sm:grid-cols-[minmax(0,24rem)_12rem_12rem]">
        <SearchField filter={filter} label="Number, buyer, vehicle, paddle or lot" />
        <ChoiceField filter={filter} label="State" name="state" options={STATES} />
        <ChoiceField filter={filter} label="Kind" name="kind" options={KINDS} />
      </search>
      <div className="mt-4 max-w-[24rem]">
        <ChooseSettlement />
      </div>
      <div aria-busy={isPlaceholderData}>
        <ReadList data={data} error={error}>
          {({ items, count, sums, page, pages }) => (
            <>
              <Sums count={count} sums={sums} />
              <InvoiceRows items={items} query={query} onSort={filter.set} />
              <Turning page={page} pages={pages} onTurn={filter.turn} />
            </>
          )}
        </ReadList>
      </div>
    </>
  )
}

/** What the address says; anything it cannot mean is left out. */
function queryFrom(filter: UrlFilter, q: string): InvoiceQuery {
  const state = Object.keys(STATE_WORDS).find((one) => one === filter.get('state'))
  const kind = InvoiceKind.options.find((one) => one === filter.get('kind'))
  const query: InvoiceQuery = {}
  if (q !== '') query.q = q
  if (state !== undefined) query.state = state === 'open' ? state : States.options.find((one) => one === state)
  if (kind !== undefined) query.kind = kind
  return { ...query, ...filter.sorting(INVOICE_SORTS) }
}

type Sum = { currency: string; total: number; credited: number; paid: number; owed: number }

function Sums({ count, sums }: { count: number; sums: readonly Sum[] }) {
  return (
    <p className="tabular mb-3 text-sm">
      {count === 1 ? 'One invoice' : `${count} invoices`}
      {sums
        .map(({ currency, total, credited, paid, owed }) => {
          const money = (amount: number) => formatMoney(amount, currency, true)
          return `: ${money(total)} invoiced, ${money(credited)} credited, ${money(paid)} paid, ${money(owed)} owed`
        })
        .join('; ')}
    </p>
  )
}

const HEADS: { sort: NonNullable<InvoiceQuery['sort']> | null; label: string; right?: boolean }[] = [
  { sort: 'number', label: 'Number' },
  { sort: null, label: 'Kind' },
  { sort: 'buyer', label: 'Buyer' },
  { sort: null, label: 'Lot' },
  { sort: null, label: 'State' },
  { sort: 'due', label: 'Due' },
  { sort: 'total', label: 'Total', right: true },
  { sort: 'owed', label: 'Owed', right: true },
]

function InvoiceRows({
  items,
  query,
  onSort,
}: {
  items: readonly AdminInvoice[]
  query: InvoiceQuery
  onSort: UrlFilter['set']
}) {
  if (items.length === 0) {
    const isFiltered = query.q !== undefined || query.state !== undefined || query.kind !== undefined
    return isFiltered ? (
      <EmptyState title="No invoice matches">Take a filter away, or search for less.</EmptyState>
    ) : (
      <EmptyState title="No invoices yet">An invoice is issued by itself when a lot is sold.</EmptyState>
    )
  }
  return (
    <Table caption="Invoices" dense className="[&_td]:align-middle! [&_th]:align-middle!">
      <thead>
        <tr>
          {HEADS.map(({ sort, label, right }) => (
            <SortHead key={label} by={sort} sorting={query} onSort={onSort} right={right === true}>
              {label}
            </SortHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((invoice) => (
          <tr key={invoice.id}>
            <td className="whitespace-nowrap">
              <Link
                href={paths.adminPage(`invoices/${invoice.id}`)}
                className="inline-flex min-h-9 items-center font-semibold underline decoration-line underline-offset-4"
              >
                {invoice.number}
              </Link>
            </td>
            <td>{kindWords(invoice.kind)}</td>
            <td>
              {invoice.buyer.name} <span className="text-slate">({invoice.buyer.paddle})</span>
            </td>
            <td>
              {invoice.lotNumber ?? ''} {invoice.title}
            </td>
            <td className="whitespace-nowrap">
              <InvoiceState state={invoice.state} />
            </td>
            <td className="whitespace-nowrap">{formatDate(invoice.dueOn)}</td>
            <td className="text-right">{formatMoney(invoice.total, invoice.currency, true)}</td>
            <td className="text-right">{formatMoney(invoice.owed, invoice.currency, true)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
