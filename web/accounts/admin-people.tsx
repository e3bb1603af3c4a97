import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import { ACCOUNT_SORTS, type AccountRow, exportAccounts, listAccounts } from '#contract/account-staff.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, type Input as InputOf } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { PEOPLE_KEY, useSlash } from './admin-accounts.ts'
import { ExportButton, type Order, pageFrom, SortHead, Turning } from './admin-list.tsx'
import { wordsOfFailure } from './request-faults.ts'
import { useUrlFilter } from './use-url-filter.ts'

const FILTERS = ['q', 'status', 'role', 'step', 'sort', 'order', 'page'] as const
type Query = NonNullable<InputOf<typeof listAccounts>['query']>
type Sort = (typeof ACCOUNT_SORTS)[number]

/** People by name, address or paddle and by where they stand; one of them opens with a press. All of it stands in the address. */
export default function AdminPeople() {
  const { user } = useUser()
  const { filter, change } = useUrlFilter(FILTERS)
  const refine = (next: Filter) => change({ page: '', ...next })
  const { page: _, sort, order, ...rest } = filter
  const by = ACCOUNT_SORTS.find((one) => one === sort) ?? 'since'
  const way: Order = order === 'up' || order === 'down' ? order : by === 'since' ? 'down' : 'up'
  const asked = useDeferredValue(JSON.stringify({ ...rest, sort: by, order: way }))
  const query = JSON.parse(asked) as Query
  return (
    <>
      <h1 className="text-xl">People</h1>
      <Filters filter={filter} onChange={refine} />
      {barrier(user, 'reviewer') === null ? (
        <div className="mt-4">
          <ExportButton from={exportAccounts} query={query} name="people.csv" />
        </div>
      ) : null}
      <List
        query={{ ...query, page: pageFrom(filter.page) }}
        sorted={{ by, way }}
        onSort={(next, nextWay) => refine({ sort: next, order: nextWay })}
        onTurn={(page) => change({ page: String(page) }, 'push')}
        onClear={() => refine({ q: '', status: '', role: '', step: '' })}
      />
    </>
  )
}

type Filter = Partial<Record<(typeof FILTERS)[number], string>>

function Filters({ filter, onChange }: { filter: Filter; onChange: (next: Filter) => void }) {
  const search = useRef<HTMLInputElement>(null)
  useSlash(search)
  return (
    <search className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <Field
        label="Name, email or paddle"
        hint={<span className="pointer-coarse:hidden">Press / to come back here.</span>}
      >
        <Input
          ref={search}
          type="search"
          maxLength={120}
          value={filter.q ?? ''}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </Field>
      <Choice label="Account" value={filter.status} onChange={(status) => onChange({ status })} options={STATUSES} />
      <Choice label="Role" value={filter.role} onChange={(role) => onChange({ role })} options={ROLES} />
      <Choice label="Step" value={filter.step} onChange={(step) => onChange({ step })} options={STEPS} />
    </search>
  )
}

const STATUSES = { active: 'Active', suspended: 'Suspended', closed: 'Closed' }
const ROLES = {
  member: 'Members',
  staff: 'All staff',
  auctioneer: 'Auctioneers',
  reviewer: 'Reviewers',
  cashier: 'Cashiers',
  owner: 'Owners',
}
const STEPS = { 'not-paid': 'Fee not paid', 'not-verified': 'Paid, not verified', complete: 'Complete bidders' }

function Choice({
  label,
  value = '',
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: Record<string, string>
  onChange: (value: string) => void
}) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Any</option>
        {Object.entries(options).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type Sorted = { by: Sort; way: Order }
type OnSort = (by: Sort, way: Order) => void

function List({
  query,
  sorted,
  onSort,
  onTurn,
  onClear,
}: {
  query: Query
  sorted: Sorted
  onSort: OnSort
  onTurn: (page: number) => void
  onClear: () => void
}) {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [PEOPLE_KEY, 'list', JSON.stringify(query)],
    queryFn: ({ signal }) => call(listAccounts, { query }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <div className="mt-6" aria-busy={isPlaceholderData}>
      {error !== null ? (
        <Notice tone="bad" title="The list cannot be shown">
          {wordsOfFailure(error)}
        </Notice>
      ) : data === undefined ? (
        <Skeleton className="h-96" />
      ) : (
        <>
          <p className="tabular mb-3 text-sm text-slate">{data.count === 1 ? 'One person' : `${data.count} people`}</p>
          <PeopleTable people={data.items} sorted={sorted} onSort={onSort} onClear={onClear} />
          <Turning page={data.page} pages={data.pages} onTurn={onTurn} />
        </>
      )}
    </div>
  )
}

const HEADS: { label: string; sort?: Sort; first?: Order }[] = [
  { label: 'Paddle', sort: 'paddle' },
  { label: 'Name', sort: 'name' },
  { label: 'Email', sort: 'email' },
  { label: 'Role' },
  { label: 'Fee' },
  { label: 'Identity' },
  { label: 'Account' },
  { label: 'Limit', sort: 'limit', first: 'down' },
  { label: 'Since', sort: 'since', first: 'down' },
]

function PeopleTable({
  people,
  sorted,
  onSort,
  onClear,
}: {
  people: readonly AccountRow[]
  sorted: Sorted
  onSort: OnSort
  onClear: () => void
}) {
  const currency = useHouseTerms()?.currency
  if (people.length === 0) {
    return (
      <EmptyState
        title="Nobody matches"
        action={
          <Button variant="outline" onClick={onClear}>
            Show everybody
          </Button>
        }
      >
        Part of a name or an address is enough.
      </EmptyState>
    )
  }
  return (
    <Table caption="People" dense className="[&_td]:align-middle! [&_th]:align-middle!">
      <PeopleHead sorted={sorted} onSort={onSort} />
      <tbody>
        {people.map((one) => (
          <tr key={one.id} className="hover:bg-fog">
            <td>{one.paddle}</td>
            <td className="font-semibold whitespace-nowrap">
              <Link
                href={paths.adminPage(`people/${one.id}`)}
                className="inline-flex min-h-9 items-center underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
              >
                {one.name}
              </Link>
            </td>
            <td>{one.email}</td>
            <td>{one.role}</td>
            <td>{one.hasPaidMembershipFee ? 'paid' : 'not paid'}</td>
            <td>{one.verificationStatus}</td>
            <td className={one.accountStatus === 'active' ? '' : 'font-semibold text-outbid'}>{one.accountStatus}</td>
            <td>
              {one.biddingLimit === null || currency === undefined ? '–' : formatMoney(one.biddingLimit, currency)}
            </td>
            <td className="whitespace-nowrap">{formatInstant(one.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function PeopleHead({ sorted, onSort }: { sorted: Sorted; onSort: OnSort }) {
  return (
    <thead>
      <tr>
        {HEADS.map(({ label, sort, first = 'up' }) =>
          sort === undefined ? (
            <th key={label} scope="col">
              {label}
            </th>
          ) : (
            <SortHead
              key={label}
              now={sorted.by === sort ? sorted.way : null}
              first={first}
              onSort={(way) => onSort(sort, way)}
            >
              {label}
            </SortHead>
          ),
        )}
      </tr>
    </thead>
  )
}
