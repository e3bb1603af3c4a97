import { useQuery } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { barrier } from '#contract/access.ts'
import { listAccounts } from '#contract/account-staff.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { type Account, PEOPLE_KEY } from './admin-accounts.ts'
import { ChangeAccount } from './admin-change-account.tsx'
import { wordsOfFailure } from './request-faults.ts'

/** People by name, address or paddle; suspend, reactivate and limit them. `/` goes to the search. */
export default function AdminPeople() {
  const { user } = useUser()
  const [text, setText] = useState('')
  const [cursors, setCursors] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Account | null>(null)
  const q = useDeferredValue(text.trim())
  const cursor = cursors.at(-1)
  const search = useRef<HTMLInputElement>(null)
  useSlash(search)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [PEOPLE_KEY, q, cursor ?? ''],
    queryFn: ({ signal }) =>
      call(
        listAccounts,
        { query: { ...(q === '' ? {} : { q }), ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      ),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  const mayChange = barrier(user, 'reviewer') === null
  return (
    <>
      <h1 className="text-xl">People</h1>
      <div className="mt-4 max-w-96">
        <Field label="Name, email or paddle" hint="Press / to come back here.">
          <Input
            ref={search}
            type="search"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setCursors([])
            }}
          />
        </Field>
      </div>
      <div className="mt-6" aria-busy={isPlaceholderData}>
        {data !== undefined ? (
          <PeopleTable people={data.items} onChange={mayChange ? setChosen : null} />
        ) : error !== null ? (
          <Notice tone="bad" title="The list cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
      <Turning cursors={cursors} next={data?.next ?? null} onTurn={setCursors} />
      {chosen === null ? null : <ChangeAccount account={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function PeopleTable({ people, onChange }: { people: readonly Account[]; onChange: ((one: Account) => void) | null }) {
  const currency = useHouseTerms()?.currency
  if (people.length === 0)
    return <EmptyState title="Nobody matches">Part of a name or an address is enough.</EmptyState>
  return (
    <Table caption="People" dense className="relative [&_td]:align-middle!">
      <thead>
        <tr>
          {['Paddle', 'Name', 'Email', 'Role', 'Fee', 'Identity', 'Account', 'Limit', 'Since'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {onChange === null ? null : (
            <th scope="col">
              <span className="sr-only">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {people.map((one) => (
          <tr key={one.id}>
            <td>{one.paddle}</td>
            <td className="font-semibold whitespace-nowrap">{one.name}</td>
            <td>{one.email}</td>
            <td>{one.role}</td>
            <td>{one.hasPaidMembershipFee ? 'paid' : 'not paid'}</td>
            <td>{one.verificationStatus}</td>
            <td className={one.accountStatus === 'active' ? '' : 'font-semibold text-outbid'}>{one.accountStatus}</td>
            <td>
              {one.biddingLimit === null || currency === undefined ? '–' : formatMoney(one.biddingLimit, currency)}
            </td>
            <td className="whitespace-nowrap">{formatInstant(one.createdAt)}</td>
            {onChange === null ? null : (
              <td>
                <Button variant="outline" size="sm" onClick={() => onChange(one)}>
                  Change<span className="sr-only"> {one.name}</span>
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Forward by the list's cursor, back along the cursors that led here. */
function Turning({
  cursors,
  next,
  onTurn,
}: {
  cursors: readonly string[]
  next: string | null
  onTurn: (cursors: readonly string[]) => void
}) {
  if (cursors.length === 0 && next === null) return null
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex gap-3">
      <Button variant="outline" disabled={cursors.length === 0} onClick={() => onTurn(cursors.slice(0, -1))}>
        Back
      </Button>
      <Button variant="outline" disabled={next === null} onClick={() => next !== null && onTurn([...cursors, next])}>
        Next
      </Button>
    </nav>
  )
}

function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
      if (event.key !== '/' || typing) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
