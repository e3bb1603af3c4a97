import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { ACCOUNT_WORDS, type AccountDetail, IDENTITY_WORDS, readAccount } from '#contract/accounts/account-staff.ts'
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
import { roleNames } from './role-names.ts'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { ChangeAccount } from './admin-change-account.tsx'
import { ChangeRoles } from './change-roles.tsx'
import { CorrectEmail } from './admin-correct-email.tsx'
import { PersonLimits } from './person-limits.tsx'
import { PersonNotes } from './admin-notes.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonStrikes } from './person-strikes.tsx'
import { PersonTimeline } from './person-timeline.tsx'
import { MergeAccounts } from './merge-dialog.tsx'
import { MergedNotice } from './merged-notice.tsx'
import { SharedIdentifiers } from './shared-identifier-list.tsx'
import { ReasonedAction, type Action } from './admin-reasoned-action.tsx'
import { countryName } from '../profile/countries.ts'
import { t, translated } from '#web/platform/language/text.ts'

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
      title={t`Couldn’t load this person`}
      action={
        <Button asChild variant="outline">
          <Link href={paths.adminPage('people')}>{t`All people`}</Link>
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
      <BackLink href={paths.adminPage('people')}>{t`All people`}</BackLink>
      <h1 className="mt-4 flex flex-wrap items-center gap-3 text-xl">
        <Plate number={one.paddle} label={t`Paddle`} />
        {one.name}
      </h1>
      {one.role === 'member' ? <RiskLink about="account" id={one.id} name={one.name} /> : null}
      {one.mergedInto === null && one.merged.length === 0 ? null : (
        <div className="mt-4 max-w-[44rem]">
          <MergedNotice one={one} />
        </div>
      )}
      {one.accountStatus === 'active' || one.mergedInto !== null ? null : (
        <div className="mt-4 max-w-[44rem]">
          <Notice
            tone="bad"
            title={one.accountStatus === 'closed' ? t`This account is closed` : t`This account is suspended`}
          />
        </div>
      )}
      {one.biddingLimit === 0 && one.verificationStatus === 'verified' && one.accountStatus === 'active' ? (
        <div className="mt-4 max-w-[44rem]">
          <Notice
            tone="info"
            title={t`Waiting for approval to bid`}
          >{t`The bidding limit is zero. Set another, or none, under Status and limit.`}</Notice>
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
        <Button variant="outline" onClick={() => setOpen('change')}>{t`Status and limit`}</Button>
      ) : (
        <StaffActions one={one} onOpen={setOpen} />
      )}
      <Button variant="outline" onClick={() => setOpen('email')}>{t`Change email`}</Button>
      {one.emailConfirmed ? null : (
        <Button variant="outline" onClick={() => setOpen('resend-confirmation')}>{t`Resend confirmation`}</Button>
      )}
      {one.role === 'member' ? (
        <Button variant="outline" onClick={() => setOpen('support')}>{t`View as ${one.name}`}</Button>
      ) : null}
      <Button variant="outline" onClick={() => setOpen('reset-password')}>{t`Send password link`}</Button>
      <Danger>
        <Button
          variant="outline"
          aria-disabled={!isSignedIn}
          onClick={() => (isSignedIn ? setOpen('end-sessions') : undefined)}
        >{t`Sign out everywhere`}</Button>
        {one.role === 'member' ? (
          <Button variant="outline" onClick={() => setOpen('merge')}>{t`Merge duplicate`}</Button>
        ) : null}
        {one.secondFactor && user?.role === 'owner' ? (
          <Button variant="outline" onClick={() => setOpen('remove-factor')}>{t`Turn off two-factor`}</Button>
        ) : null}
        {one.role !== 'member' && one.accountStatus === 'active' ? (
          <Button variant="outline" onClick={() => setOpen('end-access')}>{t`End access`}</Button>
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
      <Button variant="outline" onClick={() => onOpen('roles')}>{t`Change roles`}</Button>
      {one.accountStatus === 'active' ? null : (
        <Button variant="outline" onClick={() => onOpen('restore-access')}>{t`Restore access`}</Button>
      )}
    </>
  )
}

function Facts({ one }: { one: AccountDetail }) {
  const currency = useCompanyTerms()?.currency
  const facts: [string, string][] = [
    [t`Email`, one.emailConfirmed ? t`${one.email} (confirmed)` : t`${one.email} (not confirmed)`],
    [t`Phone`, one.phone === '' ? t`Not given` : one.phone],
    [t`Country`, countryName(one.country)],
    [t`Role`, roleNames([one.role, ...one.moreRoles])],
    [t`Membership fee`, one.hasPaidMembershipFee ? t`Paid` : t`Not paid`],
    [t`Identity`, translated(IDENTITY_WORDS[one.verificationStatus] ?? '')],
    [t`Account`, translated(ACCOUNT_WORDS[one.accountStatus] ?? '')],
    [
      t`Bidding limit`,
      one.biddingLimit === null || currency === undefined ? t`None` : formatMoney(one.biddingLimit, currency),
    ],
    [t`Two-factor`, one.secondFactor ? t`On` : t`Off`],
    [t`Joined`, formatInstant(one.createdAt)],
  ]
  return (
    <section>
      <h2 className="text-lg">{t`Details`}</h2>
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
