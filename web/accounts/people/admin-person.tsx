import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { type AccountDetail, readAccount } from '#contract/accounts/account-staff.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, RequestError, failureMessage } from '#web/platform/request.ts'
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
import { ReasonedAction, type Action } from './admin-reasoned-action.tsx'
import { countryName } from '../profile/countries.ts'

/** One person: their state, their sessions, colleagues' notes, and the actions. */
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
      title="Couldn’t load this person"
      action={
        <Button asChild variant="outline">
          <Link href={paths.adminPage('people')}>All people</Link>
        </Button>
      }
    >
      {failureMessage(error)}
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
      <Actions one={one} />
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

function Actions({ one }: { one: AccountDetail }) {
  const { user } = useUser()
  const [open, setOpen] = useState<'change' | 'email' | Action | null>(null)
  const close = () => setOpen(null)
  const isOpenToActions = one.accountStatus !== 'closed' && one.id !== user?.id
  const may = accessDenial(user, 'reviewer') === null && (one.role === 'member' || user?.role === 'owner')
  if (!isOpenToActions || !may) return null
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
          View as {one.name}
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => setOpen('end-sessions')} disabled={one.sessions.length === 0}>
        Sign out everywhere
      </Button>
      {one.secondFactor && user?.role === 'owner' ? (
        <Button variant="outline" onClick={() => setOpen('remove-factor')}>
          Turn off two-factor
        </Button>
      ) : null}
      {open === 'change' ? <ChangeAccount account={one} onClose={close} /> : null}
      {open === 'email' ? <CorrectEmail one={one} onClose={close} /> : null}
      {open !== null && open !== 'change' && open !== 'email' ? (
        <ReasonedAction kind={open} one={one} onClose={close} />
      ) : null}
    </div>
  )
}

function Facts({ one }: { one: AccountDetail }) {
  const currency = useCompanyTerms()?.currency
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
    ['Two-factor', one.secondFactor ? 'On' : 'Off'],
    ['Joined', formatInstant(one.createdAt)],
  ]
  return (
    <section>
      <h2 className="text-lg">Details</h2>
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
      <h2 className="text-lg">Sessions</h2>
      {one.sessions.length === 0 ? (
        <p className="mt-3 text-slate">Not signed in anywhere.</p>
      ) : (
        <ul className="mt-3 border-b border-line">
          {one.sessions.map((session) => (
            <li key={session.id} className="border-t border-line py-2">
              {session.device}
              <span className="tabular block text-xs text-slate">
                {session.address ?? 'address unknown'} · last seen {formatInstant(session.lastSeenAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
