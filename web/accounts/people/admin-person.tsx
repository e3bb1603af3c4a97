import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import { type AccountDetail, readAccount } from '#contract/account-staff.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, RequestError } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { ChangeAccount } from './admin-change-account.tsx'
import { CorrectEmail } from './admin-correct-email.tsx'
import { PersonNotes } from './admin-notes.tsx'
import { SharedIdentifiers } from './shared-identifiers.tsx'
import { ReasonedAct, type Act } from './admin-reasoned-act.tsx'
import { countryName } from '../profile/countries.ts'
import { wordsOfFailure } from '../request-faults.ts'

/** One person: where they stand, where they are logged in, what colleagues noted, and what can be done. */
export default function AdminPerson({ accountId }: { accountId: string }) {
  const { data, error } = useQuery({
    queryKey: [PEOPLE_KEY, accountId],
    queryFn: ({ signal }) => call(readAccount, { params: { accountId } }, signal),
    staleTime: 0,
    retry: (failures, failure) => failures < 1 && !(failure instanceof RequestError && failure.status === 404),
  })
  if (data !== undefined) return <Person one={data} />
  if (error === null) return <Skeleton className="h-96" />
  return (
    <EmptyState
      title="This person cannot be shown"
      action={
        <Button asChild variant="outline">
          <Link href={paths.adminPage('people')}>All people</Link>
        </Button>
      }
    >
      {wordsOfFailure(error)}
    </EmptyState>
  )
}

function Person({ one }: { one: AccountDetail }) {
  return (
    <>
      <p>
        <Link href={paths.adminPage('people')} className="text-notice underline underline-offset-4">
          All people
        </Link>
      </p>
      <h1 className="mt-4 flex flex-wrap items-center gap-3 text-xl">
        <Plate number={one.paddle} label="Paddle" />
        {one.name}
      </h1>
      {one.accountStatus === 'active' ? null : (
        <div className="mt-4 max-w-[44rem]">
          <Notice
            tone="bad"
            title={one.accountStatus === 'closed' ? 'This account is closed' : 'This account is suspended'}
          />
        </div>
      )}
      {one.shared.length === 0 ? null : (
        <div className="mt-4 max-w-[44rem]">
          <SharedIdentifiers shared={one.shared} />
        </div>
      )}
      <Acts one={one} />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Facts one={one} />
        <div className="flex flex-col gap-10">
          <PersonNotes accountId={one.id} notes={one.notes} />
          <Sessions one={one} />
        </div>
      </div>
    </>
  )
}

function Acts({ one }: { one: AccountDetail }) {
  const { user } = useUser()
  const [open, setOpen] = useState<'change' | 'email' | Act | null>(null)
  const close = () => setOpen(null)
  const isOpenToActs = one.accountStatus !== 'closed' && one.id !== user?.id
  const may = barrier(user, 'reviewer') === null && (one.role === 'member' || user?.role === 'owner')
  if (!isOpenToActs || !may) return null
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button variant="outline" onClick={() => setOpen('change')}>
        Status and limit
      </Button>
      <Button variant="outline" onClick={() => setOpen('email')}>
        Change email
      </Button>
      {one.emailConfirmed ? null : (
        <Button variant="outline" onClick={() => setOpen('resend-confirmation')}>
          Resend confirmation
        </Button>
      )}
      {one.role === 'member' ? (
        <Button variant="outline" onClick={() => setOpen('support')}>
          See as {one.name}
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => setOpen('end-sessions')} disabled={one.sessions.length === 0}>
        Log out everywhere
      </Button>
      {one.secondFactor && user?.role === 'owner' ? (
        <Button variant="outline" onClick={() => setOpen('remove-factor')}>
          Take second factor off
        </Button>
      ) : null}
      {open === 'change' ? <ChangeAccount account={one} onClose={close} /> : null}
      {open === 'email' ? <CorrectEmail one={one} onClose={close} /> : null}
      {open !== null && open !== 'change' && open !== 'email' ? (
        <ReasonedAct act={open} one={one} onClose={close} />
      ) : null}
    </div>
  )
}

function Facts({ one }: { one: AccountDetail }) {
  const currency = useHouseTerms()?.currency
  const facts: [string, string][] = [
    ['Email', `${one.email} (${one.emailConfirmed ? 'confirmed' : 'not confirmed'})`],
    ['Phone', one.phone === '' ? 'Not given' : one.phone],
    ['Country', countryName(one.country)],
    ['Role', one.role],
    ['Membership fee', one.hasPaidMembershipFee ? 'Paid' : 'Not paid'],
    ['Identity', one.verificationStatus],
    ['Account', one.accountStatus],
    [
      'Bidding limit',
      one.biddingLimit === null || currency === undefined ? 'None' : formatMoney(one.biddingLimit, currency),
    ],
    ['Second factor', one.secondFactor ? 'On' : 'Off'],
    ['Since', formatInstant(one.createdAt)],
  ]
  return (
    <section>
      <h2 className="text-lg">Facts</h2>
      <dl className="mt-3 border-b border-line">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[9rem_1fr] gap-4 border-t border-line py-2">
            <dt className="text-slate">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Sessions({ one }: { one: AccountDetail }) {
  return (
    <section>
      <h2 className="text-lg">Open sessions</h2>
      {one.sessions.length === 0 ? (
        <p className="mt-3 text-slate">Nowhere logged in.</p>
      ) : (
        <ul className="mt-3 border-b border-line">
          {one.sessions.map((session) => (
            <li key={session.id} className="border-t border-line py-2">
              {session.device}
              <span className="tabular block text-xs text-slate">
                {session.address ?? 'address unknown'} · seen {formatInstant(session.lastSeenAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
