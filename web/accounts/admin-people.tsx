import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type AccountRow, listAccounts } from '#contract/account-staff.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, type Input as InputOf } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { PEOPLE_KEY, useSlash } from './admin-accounts.ts'
import { wordsOfFailure } from './request-faults.ts'
import { useUrlFilter } from './use-url-filter.ts'

const FILTERS = ['q', 'status', 'role', 'step'] as const
type Query = NonNullable<InputOf<typeof listAccounts>['query']>

/** People by name, address or paddle and by where they stand; one of them opens with a press. */
export default function AdminPeople() {
  const { filter, change } = useUrlFilter(FILTERS)
  const key = useDeferredValue(JSON.stringify(filter))
  return (
    <>
      <h1 className="text-xl">People</h1>
      <Filters filter={filter} onChange={change} />
      <List
        key={key}
        query={JSON.parse(key) as Query}
        onClear={() => change({ q: '', status: '', role: '', step: '' })}
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
      <Field label="Name, email or paddle" hint="Press / to come back here.">
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

/** One page at a time: forward by the list's cursor, back along the cursors that led here. */
function List({ query, onClear }: { query: Query; onClear: () => void }) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [PEOPLE_KEY, query, cursor ?? ''],
    queryFn: ({ signal }) =>
      call(listAccounts, { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  const next = data?.next ?? null
  return (
    <div className="mt-6" aria-busy={isPlaceholderData}>
      {data !== undefined ? (
        <PeopleTable people={data.items} onClear={onClear} />
      ) : error !== null ? (
        <Notice tone="bad" title="The list cannot be shown">
          {wordsOfFailure(error)}
        </Notice>
      ) : (
        <Skeleton className="h-96" />
      )}
      {cursors.length === 0 && next === null ? null : (
        <nav aria-label="Pages of the list" className="mt-4 flex gap-3">
          <Button variant="outline" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Back
          </Button>
          <Button
            variant="outline"
            disabled={next === null}
            onClick={() => next !== null && setCursors([...cursors, next])}
          >
            Next
          </Button>
        </nav>
      )}
    </div>
  )
}

const HEADS = ['Paddle', 'Name', 'Email', 'Role', 'Fee', 'Identity', 'Account', 'Limit', 'Since']

function PeopleTable({ people, onClear }: { people: readonly AccountRow[]; onClear: () => void }) {
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
    <Table caption="People" dense className="[&_td]:align-middle!">
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
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
