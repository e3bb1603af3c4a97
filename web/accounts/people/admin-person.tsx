import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { ACCOUNT_WORDS, type AccountDetail, IDENTITY_WORDS, readAccount } from '#contract/accounts/account-staff.ts'
import { accountRoleWords } from '#contract/accounts/staff.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, RequestError, failureMessage } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RiskLink } from './risk-link.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { ChangeAccount } from './admin-change-account.tsx'
import { ChangeRoles } from './change-roles.tsx'
import { CorrectEmail } from './admin-correct-email.tsx'
import { PersonLimits } from './person-limits.tsx'
import { PersonNotes } from './admin-notes.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonStrikes } from './person-strikes.tsx'
import { PersonTimeline } from './person-timeline.tsx'
import { MergeAccounts } from './merge-accounts.tsx'
import { MergedNotice } from './merged-notice.tsx'
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

/** Whether this person may change that account: not their own, and only the owner changes staff. */
function mayChange(user: User | null, one: AccountDetail): boolean {
  if (user === null || one.accountStatus === 'closed' || one.id === user.id) return false
  return accessDenial(user, 'reviewer') === null && (one.role === 'member' || user.role === 'owner')
}

function Person({ one }: { one: AccountDetail }) {
  const { user } = useUser()
  return (
    <>
      <BackLink href={paths.adminPage('people')}>All people</BackLink>
      <h1 className="mt-4 flex flex-wrap items-center gap-3 text-xl">
        <Plate number={one.paddle} label="Paddle" />
        {one.name}
      </h1>
      {one.role === 'member' ? <RiskLink about="account" id={one.id} of={`of ${one.name}`} /> : null}
      {one.mergedInto === null && one.merged.length === 0 ? null : (
        <div className="mt-4 max-w-[44rem]">
          <MergedNotice one={one} />
        </div>
      )}
      {one.accountStatus === 'active' || one.mergedInto !== null ? null : (
        <div className="mt-4 max-w-[44rem]">
          <Notice
            tone="bad"
            title={one.accountStatus === 'closed' ? 'This account is closed' : 'This account is suspended'}
          />
        </div>
      )}
      {one.biddingLimit === 0 && one.verificationStatus === 'verified' && one.accountStatus === 'active' ? (
        <div className="mt-4 max-w-[44rem]">
          <Notice tone="info" title="Waiting for approval to bid">
            The bidding limit is zero. Set another, or none, under Status and limit.
          </Notice>
        </div>
      ) : null}
      {one.shared.length + one.similar.length === 0 ? null : (
        <div className="mt-4 max-w-[44rem]">
          <SharedIdentifiers shared={one.shared} similar={one.similar} />
        </div>
      )}
      <Actions one={one} />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Facts one={one} />
        <div className="flex flex-col gap-10">
          {one.role === 'member' ? (
            <PersonLimits accountId={one.id} usual={one.biddingLimit} mayChange={mayChange(user, one)} />
          ) : null}
          <PersonStrikes accountId={one.id} mayLift={mayChange(user, one)} />
          <PersonNotes accountId={one.id} notes={one.notes} />
          <PersonSessions one={one} mayEnd={mayChange(user, one)} />
        </div>
      </div>
      <PersonTimeline accountId={one.id} />
    </>
  )
}

function Actions({ one }: { one: AccountDetail }) {
  const { user } = useUser()
  const [open, setOpen] = useState<'change' | 'roles' | 'email' | 'merge' | Action | null>(null)
  const close = () => setOpen(null)
  if (!mayChange(user, one)) return null
  const isSignedIn = one.sessions.length > 0
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {one.role === 'member' ? (
        <Button variant="outline" onClick={() => setOpen('change')}>
          Status and limit
        </Button>
      ) : (
        <StaffActions one={one} onOpen={setOpen} />
      )}
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
      <Button variant="outline" onClick={() => setOpen('reset-password')}>
        Send password link
      </Button>
      <Danger>
        <Button
          variant="outline"
          aria-disabled={!isSignedIn}
          onClick={() => (isSignedIn ? setOpen('end-sessions') : undefined)}
        >
          Sign out everywhere
        </Button>
        {one.role === 'member' ? (
          <Button variant="outline" onClick={() => setOpen('merge')}>
            Merge duplicate
          </Button>
        ) : null}
        {one.secondFactor && user?.role === 'owner' ? (
          <Button variant="outline" onClick={() => setOpen('remove-factor')}>
            Turn off two-factor
          </Button>
        ) : null}
        {one.role !== 'member' && one.accountStatus === 'active' ? (
          <Button variant="outline" onClick={() => setOpen('end-access')}>
            End access
          </Button>
        ) : null}
      </Danger>
      {open === 'change' ? <ChangeAccount account={one} onClose={close} /> : null}
      {open === 'email' ? <CorrectEmail one={one} onClose={close} /> : null}
      {open === 'roles' ? <ChangeRoles one={one} onClose={close} /> : null}
      {open === 'merge' ? <MergeAccounts one={one} onClose={close} /> : null}
      {open !== null && open !== 'change' && open !== 'roles' && open !== 'email' && open !== 'merge' ? (
        <ReasonedAction kind={open} one={one} onClose={close} />
      ) : null}
    </div>
  )
}

function StaffActions({ one, onOpen }: { one: AccountDetail; onOpen: (action: 'roles' | Action) => void }) {
  return (
    <>
      <Button variant="outline" onClick={() => onOpen('roles')}>
        Change roles
      </Button>
      {one.accountStatus === 'active' ? null : (
        <Button variant="outline" onClick={() => onOpen('restore-access')}>
          Restore access
        </Button>
      )}
    </>
  )
}

function Facts({ one }: { one: AccountDetail }) {
  const currency = useCompanyTerms()?.currency
  const facts: [string, string][] = [
    ['Email', `${one.email} (${one.emailConfirmed ? 'confirmed' : 'not confirmed'})`],
    ['Phone', one.phone === '' ? 'Not given' : one.phone],
    ['Country', countryName(one.country)],
    ['Role', accountRoleWords([one.role, ...one.moreRoles])],
    ['Membership fee', one.hasPaidMembershipFee ? 'Paid' : 'Not paid'],
    ['Identity', IDENTITY_WORDS[one.verificationStatus] ?? ''],
    ['Account', ACCOUNT_WORDS[one.accountStatus] ?? ''],
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
