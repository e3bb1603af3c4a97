import { useDeferredValue, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { exportInvoices, INVOICE_SORTS } from '#contract/admin-invoices.ts'
import { InvoiceKind, InvoiceState as States } from '#contract/invoices.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { SortHead } from '#web/membership/sort-head.tsx'
import { Turning } from '#web/accounts/admin-list.tsx'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { type AdminInvoice, download, type InvoiceQuery, useAllInvoices } from './admin-invoice-acts.ts'
import { ChooseSettlement } from './admin-settlement-choice.tsx'
import { DownloadButton } from './download-button.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { kindWords } from './invoice-words.ts'

const STATE_WORDS: Record<string, string> = {
  open: 'Something owed',
  issued: 'To pay',
  'part-paid': 'Partly paid',
  overdue: 'Overdue',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

/** All invoices. What is searched, filtered, sorted and turned to stands in the address. */
export default function AdminInvoices() {
  const [search, setSearch] = useSearchParams()
  const query = queryFrom(search)
  const { data, error, isPlaceholderData } = useAllInvoices(query)
  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    if (!('page' in changes)) next.delete('page')
    setSearch(next, { replace: true })
  }
  const { page: _page, ...filter } = query
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Invoices</h1>
        <DownloadButton get={() => download(exportInvoices, 'invoices.csv', {}, filter)}>Export as CSV</DownloadButton>
      </div>
      <Filters search={search} onChange={change} />
      <div className="mt-4 max-w-[24rem]">
        <ChooseSettlement />
      </div>
      <div className="mt-6" aria-busy={isPlaceholderData}>
        {data !== undefined ? (
          <>
            <Sums count={data.count} sums={data.sums} />
            <InvoiceRows items={data.items} query={query} onChange={change} />
            <Turning page={data.page} pages={data.pages} onTurn={(page) => change({ page: String(page) })} />
          </>
        ) : error !== null ? (
          <Notice tone="bad" title="The list cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  )
}

/** What the address says; anything it cannot mean is left out. */
function queryFrom(search: URLSearchParams): InvoiceQuery {
  const given = (name: string) => search.get(name) ?? ''
  const query: InvoiceQuery = {}
  const [q, page] = [given('q').trim(), Number(given('page'))]
  const state = Object.keys(STATE_WORDS).find((one) => one === given('state'))
  const kind = InvoiceKind.options.find((one) => one === given('kind'))
  const sort = INVOICE_SORTS.find((one) => one === given('sort'))
  if (q !== '') query.q = q
  if (state !== undefined) query.state = state === 'open' ? state : States.options.find((one) => one === state)
  if (kind !== undefined) query.kind = kind
  if (sort !== undefined) query.sort = sort
  if (given('order') === 'down' || given('order') === 'up') query.order = given('order') === 'up' ? 'up' : 'down'
  if (Number.isInteger(page) && page > 1) query.page = page
  return query
}

type Change = (changes: Record<string, string | null>) => void

function Filters({ search, onChange }: { search: URLSearchParams; onChange: Change }) {
  const [text, setText] = useState(search.get('q') ?? '')
  const q = useDeferredValue(text.trim())
  const inAddress = search.get('q') ?? ''
  useEffect(() => {
    if (q !== inAddress) onChange({ q })
    // The address follows the field, and nothing else moves it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [q])
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-[minmax(0,24rem)_12rem_12rem]">
      <Field label="Number, buyer, vehicle, paddle or lot">
        <Input type="search" value={text} maxLength={120} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Field label="State">
        <Select value={search.get('state') ?? ''} onChange={(event) => onChange({ state: event.target.value })}>
          <option value="">All</option>
          {Object.entries(STATE_WORDS).map(([state, words]) => (
            <option key={state} value={state}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Kind">
        <Select value={search.get('kind') ?? ''} onChange={(event) => onChange({ kind: event.target.value })}>
          <option value="">All</option>
          {InvoiceKind.options.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords(kind)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
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
  onChange,
}: {
  items: readonly AdminInvoice[]
  query: InvoiceQuery
  onChange: Change
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
            <SortHead key={label} by={sort} sorting={query} onSort={onChange} right={right === true}>
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
            <td className="whitespace-nowrap">{formatInstant(invoice.dueAt)}</td>
            <td className="text-right">{formatMoney(invoice.total, invoice.currency, true)}</td>
            <td className="text-right">{formatMoney(invoice.owed, invoice.currency, true)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
