import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { type Dispute, DISPUTE_SORTS, type DisputeFilter, exportDisputes, listDisputes } from '#contract/disputes.ts'
import { ChoiceField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { ExportButton, SortHead, Turning } from '#web/accounts/lists/admin-list.tsx'
import { type UrlFilter, useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { DISPUTE_STATES, DisputeState, wordsOfDispute } from './dispute-state.tsx'

const STATES = [
  ['undecided', 'Not decided'],
  ...DISPUTE_STATES.map((state) => [state, wordsOfDispute(state)] as const),
] as const

/** Payments that the payers’ banks contest: what waits for an answer and until when, and what became of the rest. */
export default function AdminDisputes() {
  const filter = useUrlFilter()
  const q = useDeferredValue(filter.get('q').trim())
  const state = [...DISPUTE_STATES, 'undecided' as const].find((one) => one === filter.get('state'))
  const query: DisputeFilter = { ...(q === '' ? {} : { q }), ...(state === undefined ? {} : { state }) }
  const sorting = filter.sorting(DISPUTE_SORTS)
  const { data, error } = useQuery({
    queryKey: [listDisputes.path, query, sorting, filter.page],
    queryFn: ({ signal }) => call(listDisputes, { query: { ...query, ...sorting, page: filter.page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Disputes</h1>
        <ExportButton from={exportDisputes} query={query} name="disputes.csv" />
      </div>
      <Unanswered count={data?.unanswered ?? 0} />
      <search className="mt-6 grid max-w-[36rem] grid-cols-[2fr_1fr] gap-3">
        <SearchField filter={filter} label="Name, email, receipt or reason" />
        <ChoiceField filter={filter} label="State" name="state" options={STATES} />
      </search>
      <ReadList data={data} error={error}>
        {({ items }) => (
          <Disputes
            disputes={items}
            isFiltered={q !== '' || state !== undefined}
            sorting={sorting}
            onSort={filter.set}
          />
        )}
      </ReadList>
      <Turning page={filter.page} pages={data?.pages ?? 1} onTurn={filter.turn} />
    </>
  )
}

function Unanswered({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <section aria-label="To be answered" className="mt-6 border-l-4 border-notice bg-fog px-4 py-3">
      <p className="font-semibold">
        {count === 1 ? '1 dispute waits for your answer' : `${count} disputes wait for your answer`}
      </p>
      <p className="mt-1 text-slate">
        Send the evidence on the provider’s page before the day named below. What is not answered is lost.
      </p>
    </section>
  )
}

function Disputes({
  disputes,
  isFiltered,
  sorting,
  onSort,
}: {
  disputes: readonly Dispute[]
  isFiltered: boolean
  sorting: ReturnType<UrlFilter['sorting']>
  onSort: UrlFilter['set']
}) {
  if (disputes.length === 0) {
    return isFiltered ? (
      <EmptyState title="No dispute matches">Take a filter away to see more.</EmptyState>
    ) : (
      <EmptyState title="Nobody disputes a payment">
        When a payer’s bank contests one, it is listed here with the day by which to answer.
      </EmptyState>
    )
  }
  const head = (by: string | null, words: string, right = false) => (
    <SortHead by={by} sorting={sorting} onSort={onSort} right={right}>
      {words}
    </SortHead>
  )
  return (
    <Table caption="Disputes" dense className="relative [&_td]:align-middle! [&_th]:align-middle!">
      <thead>
        <tr>
          {head('opened', 'Since')}
          {head('person', 'Person')}
          {head(null, 'Paid for')}
          {head(null, 'State')}
          {head('evidence', 'Answer by')}
          {head('amount', 'Amount', true)}
          <th scope="col">
            <span className="sr-only">Answer</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {disputes.map((dispute) => (
          <Line key={dispute.id} dispute={dispute} />
        ))}
      </tbody>
    </Table>
  )
}

function Line({ dispute }: { dispute: Dispute }) {
  const { invoiceId, label, receipt, reason, state } = dispute
  const isUndecided = state === 'open' || state === 'inquiry'
  return (
    <tr>
      <td className="whitespace-nowrap">{formatInstant(dispute.openedAt)}</td>
      <td>{dispute.person}</td>
      <td className="min-w-56">
        {invoiceId === null ? (
          label
        ) : (
          <Link
            href={paths.adminPage(`invoices/${invoiceId}`)}
            className="inline-flex min-h-9 items-center underline decoration-line underline-offset-4"
          >
            {label}
          </Link>
        )}
        {receipt === null ? null : <span className="block text-slate">Receipt {receipt}</span>}
      </td>
      <td>
        <DisputeState state={state} />
        <span className="block text-slate">{reason}</span>
      </td>
      <td>
        {!isUndecided ? (
          ''
        ) : dispute.evidenceSent ? (
          <span className="text-slate">Answered; the bank decides</span>
        ) : dispute.evidenceDueAt === null ? (
          <span className="text-slate">Nothing to answer</span>
        ) : (
          <strong>{formatInstant(dispute.evidenceDueAt)}</strong>
        )}
      </td>
      <td className="text-right whitespace-nowrap">{formatMoney(dispute.amount, dispute.currency, true)}</td>
      <td className="text-right">
        {isUndecided && dispute.answerUrl !== null ? (
          <a
            href={dispute.answerUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 items-center whitespace-nowrap text-notice underline underline-offset-4"
          >
            {dispute.evidenceSent ? 'See at Stripe' : 'Answer at Stripe'}
          </a>
        ) : null}
      </td>
    </tr>
  )
}
