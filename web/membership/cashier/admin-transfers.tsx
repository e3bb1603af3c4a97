import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type BankLine, type Candidate, exportBankLines, LINE_SORTS, listBankLines } from '#contract/transfers.ts'
import { ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { ExportButton, SortHead, Turning } from '#web/accounts/lists/admin-list.tsx'
import { type Sorting, type UrlFilter, useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Table } from '#web/ui/table.tsx'
import { BankImportPanel } from './admin-import.tsx'
import { MatchTransfer } from './admin-match.tsx'
import { type LineAction, LineActionDialog } from './admin-return.tsx'
import { useMatch } from './use-match.ts'

type Act = { kind: 'match' | LineAction; line: BankLine }

/** Bank transfers: bringing the bank's file, and finding whose the rest is. */
export default function AdminTransfers() {
  const filter = useUrlFilter()
  const q = useDeferredValue(filter.get('q').trim())
  const show = filter.get('show') === 'all' ? 'all' : 'open'
  const sorting = filter.sorting(LINE_SORTS)
  const query = { show, ...(q === '' ? {} : { q }) } as const
  const [act, setAct] = useState<Act | null>(null)
  const { data, error } = useQuery({
    queryKey: [listBankLines.path, query, sorting, filter.page],
    queryFn: ({ signal }) => call(listBankLines, { query: { ...query, ...sorting, page: filter.page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <h1 className="text-xl">Transfers</h1>
      <BankImportPanel />
      <div className="mt-10 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-lg">{show === 'open' ? 'To be matched' : 'All transfers'}</h2>
        <ExportButton from={exportBankLines} query={query} name="transfers.csv" />
      </div>
      <search className="mt-4 grid max-w-[36rem] grid-cols-[2fr_1fr] gap-3">
        <SearchField filter={filter} label="Payer, account or text" />
        <Field label="Show">
          <Select value={show} onChange={(event) => filter.set({ show: event.target.value === 'all' ? 'all' : '' })}>
            <option value="open">To be matched</option>
            <option value="all">All</option>
          </Select>
        </Field>
      </search>
      <ReadList data={data} error={error}>
        {({ items }) => (
          <LineTable
            lines={items}
            empty={q !== '' ? 'search' : show}
            sorting={sorting}
            onSort={filter.set}
            onAct={setAct}
          />
        )}
      </ReadList>
      <Turning page={filter.page} pages={data?.pages ?? 1} onTurn={filter.turn} />
      {act?.kind === 'match' ? <MatchTransfer line={act.line} onClose={() => setAct(null)} /> : null}
      {act === null || act.kind === 'match' ? null : (
        <LineActionDialog line={act.line} action={act.kind} onClose={() => setAct(null)} />
      )}
    </>
  )
}

const EMPTY = {
  open: ['Every transfer is matched', 'Bring the bank’s next file when you have it.'],
  all: ['No transfers yet', 'They are listed here when you have brought the bank’s first file.'],
  search: ['No transfer matches', 'Take the search away to see more.'],
} as const

const HEADS: { by: (typeof LINE_SORTS)[number] | null; label: string; right?: boolean }[] = [
  { by: 'booked', label: 'Booked' },
  { by: 'payer', label: 'Payer and text' },
  { by: 'amount', label: 'Amount', right: true },
  { by: 'remaining', label: 'Not used', right: true },
  { by: null, label: 'For' },
]

function LineTable({
  lines,
  empty,
  sorting,
  onSort,
  onAct,
}: {
  lines: readonly BankLine[]
  empty: keyof typeof EMPTY
  sorting: Sorting<(typeof LINE_SORTS)[number]>
  onSort: UrlFilter['set']
  onAct: (act: Act) => void
}) {
  if (lines.length === 0) return <EmptyState title={EMPTY[empty][0]}>{EMPTY[empty][1]}</EmptyState>
  return (
    <Table caption="Transfers" dense className="relative [&_th]:align-middle!">
      <thead>
        <tr>
          {HEADS.map(({ by, label, right = false }) => (
            <SortHead key={label} by={by} sorting={sorting} onSort={onSort} right={right}>
              {label}
            </SortHead>
          ))}
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} onAct={onAct} />
        ))}
      </tbody>
    </Table>
  )
}

function Line({ line, onAct }: { line: BankLine; onAct: (act: Act) => void }) {
  return (
    <tr>
      <td className="whitespace-nowrap">{formatDate(line.bookedOn)}</td>
      <td className="break-words sm:max-w-80 sm:min-w-44">
        <span className="block font-semibold">{line.payerName}</span>
        {line.text === '' ? null : <span className="block">{line.text}</span>}
        <span className="block text-slate">{line.payerAccount}</span>
      </td>
      <td className="text-right whitespace-nowrap">{formatMoney(line.amount, line.currency, true)}</td>
      <td className="text-right whitespace-nowrap">
        {line.remaining === 0 ? '' : formatMoney(line.remaining, line.currency, true)}
      </td>
      <td className="break-words sm:max-w-80">
        {line.person === null ? null : <span className="block">{line.person}</span>}
        <span className="block text-slate">
          {line.payBackAskedAt === null
            ? (STATES[line.state] ?? line.hint)
            : 'Asked for it back: send it from the bank'}
        </span>
        {line.suggestion === null ? null : <Suggestion line={line} suggestion={line.suggestion} />}
      </td>
      <td>
        <LineActions line={line} onAct={onAct} />
      </td>
    </tr>
  )
}

/** What the money is most likely for, and whether its amount is the one that is owed. */
function Suggestion({ line, suggestion }: { line: BankLine; suggestion: Candidate }) {
  const { label, person, amount, currency } = suggestion
  return (
    <span className="mt-1 block">
      <span className="block font-semibold">{label}</span>
      <span className="block text-slate">
        {person}; {amount === line.remaining ? 'same amount' : `${formatMoney(amount, currency, true)} owed`}
      </span>
    </span>
  )
}

function LineActions({ line, onAct }: { line: BankLine; onAct: (act: Act) => void }) {
  const { run, busy, error } = useMatch(line)
  const { suggestion } = line
  const canMatch = line.state === 'to-match' || line.state === 'credit'
  const others = actionsOf(line)
  return (
    <span className="flex flex-col gap-2 sm:items-end">
      <span className="flex flex-wrap gap-2">
        {canMatch && suggestion !== null ? (
          <Button size="sm" aria-disabled={busy} onClick={() => void run(suggestion)}>
            {busy ? 'Matching' : 'Match'}
            <span className="sr-only"> to {suggestion.label}</span>
          </Button>
        ) : null}
        {canMatch ? (
          <Button variant="outline" size="sm" onClick={() => onAct({ kind: 'match', line })}>
            {suggestion === null ? 'Find a match' : 'Choose another'}
          </Button>
        ) : null}
      </span>
      {error === null ? null : (
        <span role="alert" className="max-w-56 font-semibold text-outbid">
          {wordsOfFailure(error)}
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        {others.map(([kind, label]) => (
          <Button key={kind} variant="ghost" size="sm" onClick={() => onAct({ kind, line })}>
            {label}
          </Button>
        ))}
      </span>
    </span>
  )
}

/** What is said of a line in a state; where nothing stands here, its hint says why it waits. */
const STATES: Partial<Record<BankLine['state'], string>> = {
  credit: 'The rest is this person’s credit.',
  'other-currency': 'Another currency: handle by hand.',
  outgoing: 'Money out',
  returned: 'Sent back',
  'taken-back': 'Taken out of the books',
}

/** What a cashier can do with a line besides matching it. */
function actionsOf({ state, person }: BankLine): [LineAction, string][] {
  const actions: [LineAction, string][] = []
  if (state === 'to-match' || state === 'credit' || state === 'other-currency') actions.push(['return', 'Sent back'])
  if (state === 'credit' || (state === 'used' && person !== null)) actions.push(['undo', 'Undo match'])
  if (state === 'to-match' || state === 'other-currency' || state === 'outgoing')
    actions.push(['take-back', 'Take out'])
  return actions
}
