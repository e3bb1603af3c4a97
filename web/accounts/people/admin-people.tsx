import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
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
import { Table } from '#web/ui/table.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { ExportButton, SortHead, Turning } from '../lists/admin-list.tsx'
import { ChoiceField, ReadList, SearchField } from '../lists/list-filter.tsx'
import { type Sorting, type UrlFilter, useUrlFilter } from '../lists/use-url-filter.ts'

const FILTERS = ['q', 'status', 'role', 'step'] as const
type Query = NonNullable<InputOf<typeof listAccounts>['query']>
type Sort = (typeof ACCOUNT_SORTS)[number]

/** People by name, address or paddle and by where they stand; one of them opens with a press. All of it stands in the address. */
export default function AdminPeople() {
  const { user } = useUser()
  const filter = useUrlFilter()
  const asked = filter.sorting(ACCOUNT_SORTS)
  const sort = asked.sort ?? 'since'
  const sorting = { sort, order: asked.order ?? (sort === 'since' ? 'down' : 'up') } as const
  const text = useDeferredValue(JSON.stringify({ ...filter.given(FILTERS), ...sorting }))
  const query = JSON.parse(text) as Query
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [PEOPLE_KEY, 'list', text, filter.page],
    queryFn: ({ signal }) => call(listAccounts, { query: { ...query, page: filter.page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">People</h1>
        {barrier(user, 'reviewer') === null ? (
          <ExportButton from={exportAccounts} query={query} name="people.csv" />
        ) : null}
      </div>
      <Filters filter={filter} />
      <div aria-busy={isPlaceholderData}>
        <ReadList data={data} error={error}>
          {({ items, count, page, pages }) => (
            <>
              <p role="status" className="tabular mb-3 text-sm text-slate">
                {count === 1 ? 'One person' : `${count} people`}
              </p>
              <PeopleTable
                people={items}
                sorting={sorting}
                onSort={filter.set}
                onClear={() => filter.set({ q: '', status: '', role: '', step: '' })}
              />
              <Turning page={page} pages={pages} onTurn={filter.turn} />
            </>
          )}
        </ReadList>
      </div>
    </>
  )
}

const STATUSES = [
  ['active', 'Active'],
  ['suspended', 'Suspended'],
  ['closed', 'Closed'],
] as const
const ROLES = [
  ['member', 'Members'],
  ['staff', 'All staff'],
  ['auctioneer', 'Auctioneers'],
  ['reviewer', 'Reviewers'],
  ['cashier', 'Cashiers'],
  ['owner', 'Owners'],
] as const
const STEPS = [
  ['not-paid', 'Fee not paid'],
  ['not-verified', 'Paid, not verified'],
  ['complete', 'Complete bidders'],
] as const

function Filters({ filter }: { filter: UrlFilter }) {
  return (
    <search className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchField filter={filter} label="Name, email or paddle" />
      <ChoiceField filter={filter} label="Account" name="status" options={STATUSES} all="Any" />
      <ChoiceField filter={filter} label="Role" name="role" options={ROLES} all="Any" />
      <ChoiceField filter={filter} label="Step" name="step" options={STEPS} all="Any" />
    </search>
  )
}

const HEADS: { label: string; sort: Sort | null; first?: 'up' | 'down' }[] = [
  { label: 'Paddle', sort: 'paddle' },
  { label: 'Name', sort: 'name' },
  { label: 'Email', sort: 'email' },
  { label: 'Role', sort: null },
  { label: 'Fee', sort: null },
  { label: 'Identity', sort: null },
  { label: 'Account', sort: null },
  { label: 'Limit', sort: 'limit', first: 'down' },
  { label: 'Since', sort: 'since', first: 'down' },
]

type PeopleSorting = { sorting: Sorting<Sort>; onSort: UrlFilter['set'] }

function PeopleTable({
  people,
  sorting,
  onSort,
  onClear,
}: PeopleSorting & { people: readonly AccountRow[]; onClear: () => void }) {
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
      <PeopleHead sorting={sorting} onSort={onSort} />
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

function PeopleHead({ sorting, onSort }: PeopleSorting) {
  return (
    <thead>
      <tr>
        {HEADS.map(({ label, sort, first = 'up' }) => (
          <SortHead key={label} by={sort} sorting={sorting} onSort={onSort} first={first}>
            {label}
          </SortHead>
        ))}
      </tr>
    </thead>
  )
}
