import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { type AuditRow, exportAudit, listAudit } from '#contract/oversight.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { ExportButton, formatExactly, SortHead, Turning } from '../lists/admin-list.tsx'
import { ChoiceField, DayField, ReadList, SearchField } from '../lists/list-filter.tsx'
import { type UrlFilter, useUrlFilter } from '../lists/use-url-filter.ts'

const FILTERS = ['q', 'act', 'subject', 'from', 'to'] as const

/** Who did what. What is searched, filtered, ordered and turned to stands in the address. */
export default function AdminAudit() {
  const filter = useUrlFilter()
  const { page } = filter
  const order: Order = filter.get('order') === 'up' ? 'up' : 'down'
  const asked = useDeferredValue(JSON.stringify({ ...filter.given(FILTERS), order }))
  const query = JSON.parse(asked) as Partial<Record<(typeof FILTERS)[number], string>> & { order: Order }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [listAudit.path, asked, page],
    queryFn: ({ signal }) => call(listAudit, { query: { ...query, page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Audit log</h1>
        <ExportButton from={exportAudit} query={query} name="audit.csv" />
      </div>
      <p className="mt-2 max-w-prose text-sm text-slate">
        Every act of the administration, and every look at an identity document. Nothing here can be changed.
      </p>
      <Filters filter={filter} acts={data?.acts ?? []} subjects={data?.subjects ?? []} />
      <div aria-busy={isPlaceholderData}>
        <ReadList data={data} error={error}>
          {({ items, count, page: shown, pages }) =>
            items.length === 0 ? (
              <EmptyState title="Nothing was done that matches">Take a filter away, or search for less.</EmptyState>
            ) : (
              <>
                <p role="status" className="tabular mb-3 text-sm text-slate">
                  {count === 1 ? 'One act' : `${count} acts`}
                </p>
                <Rows
                  items={items}
                  order={order}
                  onSort={(next) => filter.set({ order: next.order === 'down' ? '' : next.order })}
                />
                <Turning page={shown} pages={pages} onTurn={filter.turn} />
              </>
            )
          }
        </ReadList>
      </div>
    </>
  )
}

type Known = { filter: UrlFilter; acts: readonly string[]; subjects: readonly string[] }

function Filters({ filter, acts, subjects }: Known) {
  // What the address asks for is offered, also where nothing of it was ever done.
  const options = (name: string, all: readonly string[]) =>
    [...new Set([filter.get(name), ...all])].filter((one) => one !== '').map((one) => [one, inWords(one)] as const)
  return (
    <search className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <SearchField filter={filter} label="Name, reason or subject" />
      <ChoiceField filter={filter} label="Act" name="act" options={options('act', acts)} all="Any" />
      <ChoiceField filter={filter} label="Subject" name="subject" options={options('subject', subjects)} all="Any" />
      <DayField filter={filter} label="From day" name="from" />
      <DayField filter={filter} label="To day" name="to" />
    </search>
  )
}

type Order = 'up' | 'down'

function Rows({
  items,
  order,
  onSort,
}: {
  items: readonly AuditRow[]
  order: Order
  onSort: (sorting: { order: string }) => void
}) {
  return (
    <Table caption="Acts" dense className="[&_th]:align-middle!">
      <thead>
        <tr>
          <SortHead by="at" sorting={{ sort: 'at', order }} onSort={onSort}>
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
