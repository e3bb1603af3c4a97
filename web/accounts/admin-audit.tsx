import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { type AuditRow, exportAudit, listAudit } from '#contract/oversight.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { ExportButton, formatExactly, type Order, pageFrom, SortHead, Turning } from './admin-list.tsx'
import { wordsOfFailure } from './request-faults.ts'
import { useUrlFilter } from './use-url-filter.ts'

const FILTERS = ['q', 'act', 'subject', 'from', 'to', 'order', 'page'] as const
type Filter = Partial<Record<(typeof FILTERS)[number], string>>

/** Who did what. What is searched, filtered, ordered and turned to stands in the address. */
export default function AdminAudit() {
  const { filter, change } = useUrlFilter(FILTERS)
  const refine = (next: Filter) => change({ page: '', ...next })
  const { page: _, order, ...rest } = filter
  const way: Order = order === 'up' ? 'up' : 'down'
  const asked = useDeferredValue(JSON.stringify({ ...rest, order: way }))
  const page = pageFrom(filter.page)
  const query = JSON.parse(asked) as Omit<Filter, 'order' | 'page'> & { order: Order }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [listAudit.path, asked, page],
    queryFn: ({ signal }) => call(listAudit, { query: { ...query, page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <h1 className="text-xl">Audit log</h1>
      <p className="mt-2 max-w-prose text-sm text-slate">
        Every act of the administration, and every look at an identity document. Nothing here can be changed.
      </p>
      <Filters filter={filter} acts={data?.acts ?? []} subjects={data?.subjects ?? []} onChange={refine} />
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <ExportButton from={exportAudit} query={query} name="audit.csv" />
        <p className="tabular text-sm text-slate">{data === undefined ? '' : countWords(data.count)}</p>
      </div>
      <div className="mt-4" aria-busy={isPlaceholderData}>
        {error !== null ? (
          <Notice tone="bad" title="The log cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        ) : data === undefined ? (
          <Skeleton className="h-96" />
        ) : data.items.length === 0 ? (
          <EmptyState title="Nothing was done that matches">Take a filter away, or search for less.</EmptyState>
        ) : (
          <>
            <Rows items={data.items} order={way} onOrder={(next) => refine({ order: next === 'down' ? '' : next })} />
            <Turning page={data.page} pages={data.pages} onTurn={(to) => change({ page: String(to) }, 'push')} />
          </>
        )}
      </div>
    </>
  )
}

function countWords(count: number): string {
  return count === 1 ? 'One act' : `${count} acts`
}

function Filters({
  filter,
  acts,
  subjects,
  onChange,
}: {
  filter: Filter
  acts: readonly string[]
  subjects: readonly string[]
  onChange: (next: Filter) => void
}) {
  return (
    <search className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <Field label="Name, reason or subject">
        <Input
          type="search"
          maxLength={120}
          value={filter.q ?? ''}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </Field>
      <Choice label="Act" value={filter.act ?? ''} all={acts} onChange={(act) => onChange({ act })} />
      <Choice
        label="Kind of subject"
        value={filter.subject ?? ''}
        all={subjects}
        onChange={(subject) => onChange({ subject })}
      />
      <Field label="From day">
        <Input type="date" value={filter.from ?? ''} onChange={(event) => onChange({ from: event.target.value })} />
      </Field>
      <Field label="To day">
        <Input type="date" value={filter.to ?? ''} onChange={(event) => onChange({ to: event.target.value })} />
      </Field>
    </search>
  )
}

function Choice({
  label,
  value,
  all,
  onChange,
}: {
  label: string
  value: string
  all: readonly string[]
  onChange: (value: string) => void
}) {
  // What the address asks for is shown, also where nothing of it was ever done.
  const shown = value === '' || all.includes(value) ? all : [value, ...all]
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Any</option>
        {shown.map((one) => (
          <option key={one} value={one}>
            {inWords(one)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Rows({
  items,
  order,
  onOrder,
}: {
  items: readonly AuditRow[]
  order: Order
  onOrder: (order: Order) => void
}) {
  return (
    <Table caption="Acts" dense className="[&_th]:align-middle!">
      <thead>
        <tr>
          <SortHead now={order} onSort={onOrder}>
            When (UTC)
          </SortHead>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Subject</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={row.id}>
            <td className="whitespace-nowrap">{formatExactly(row.at)}</td>
            <td className="whitespace-nowrap">{row.by ?? 'Nobody known'}</td>
            <td className="font-semibold whitespace-nowrap">{inWords(row.act)}</td>
            <td className="whitespace-nowrap">
              <Subject row={row} />
            </td>
            <td>
              <Facts facts={row.before} />
            </td>
            <td>
              <Facts facts={row.after} />
            </td>
            <td className="min-w-40">{row.reason}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const ID = /^[0-9a-f-]{36}$/

function Subject({ row: { subjectKind, subjectId } }: { row: AuditRow }) {
  if (subjectKind === 'account' && ID.test(subjectId))
    return (
      <Link
        href={paths.adminPage(`people/${subjectId}`)}
        className="inline-flex min-h-9 items-center underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
      >
        {inWords(subjectKind)} …{subjectId.slice(-6)}
      </Link>
    )
  return (
    <span title={subjectId}>
      {inWords(subjectKind)} {subjectId.length > 14 ? `…${subjectId.slice(-6)}` : subjectId}
    </span>
  )
}

function Facts({ facts }: { facts: AuditRow['before'] }) {
  if (facts === null) return <span className="text-slate">–</span>
  return (
    // Side by side: one fact a line would make a page of acts twelve screens long.
    <dl className="w-64">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="mr-3 inline-block max-w-full">
          <dt className="inline text-slate">{name}</dt> <dd className="inline break-words">{valueWords(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function valueWords(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value !== 'string') return JSON.stringify(value)
  return ID.test(value) ? `…${value.slice(-6)}` : value
}

/** `change-account` as people say it. */
function inWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
