import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useLogOut, useUser } from '#web/platform/session.tsx'
import { formatDay } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { countryName } from './countries.ts'

/** What the house holds about the person, and the way out. */
export default function ProfileScreen() {
  const { user, isLoading } = useUser()
  const logOut = useLogOut()
  if (isLoading) return <Spinner />
  if (user === null) return <LoggedOut />
  return (
    <Page title="Profile" width="form">
      <Personal user={user} />
      <Account user={user} />
      <section className="mt-10 border-t border-line pt-6">
        <h2 className="text-lg">Log out</h2>
        <p className="mt-2 text-slate">Ends the session in this browser and removes what it has stored of you.</p>
        <Button variant="outline" className="mt-4" onClick={() => void logOut()}>
          Log out
        </Button>
      </section>
    </Page>
  )
}

function Personal({ user }: { user: User }) {
  return (
    <section>
      <h2 className="text-lg">Personal data</h2>
      <dl className="mt-3">
        <Fact name="Name">{user.name}</Fact>
        <Fact name="Email">{user.email}</Fact>
        <Fact name="Phone">{user.phone}</Fact>
        <Fact name="Country">{countryName(user.country)}</Fact>
      </dl>
      <p className="mt-3 text-slate">
        Your name was checked against your document, so changes go through{' '}
        <Link href={paths.contact} className="text-notice underline underline-offset-4">
          support
        </Link>
        .
      </p>
    </section>
  )
}

function Account({ user }: { user: User }) {
  const currency = useHouseTerms()?.currency
  const limit = user.biddingLimit
  return (
    <section className="mt-10">
      <h2 className="text-lg">Account</h2>
      <dl className="mt-3">
        <Fact name="Paddle">
          <Plate number={user.paddle} label="Paddle" />
          <span className="mt-1 block text-xs text-slate">Others see this number, never your name.</span>
        </Fact>
        <Fact name="Member since">{formatDay(user.createdAt)}</Fact>
        <Fact name="Membership fee">{user.hasPaidMembershipFee ? 'Paid' : 'Not paid'}</Fact>
        <Fact name="Identity">{user.verificationStatus === 'verified' ? 'Verified' : 'Not verified yet'}</Fact>
        <Fact name="Status">{STATUS_WORDS[user.accountStatus]}</Fact>
        <Fact name="Bidding limit">
          {limit === null ? 'None' : currency === undefined ? '' : formatMoney(limit, currency)}
        </Fact>
        <Fact name="Referral link">
          <ReferralLink url={location.origin + paths.registerBy(user.referralCode)} />
        </Fact>
      </dl>
    </section>
  )
}

const STATUS_WORDS = { active: 'Active', suspended: 'Suspended: no bidding', closed: 'Closed' }

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] sm:grid-cols-[9rem_1fr] gap-4 border-t border-line py-3">
      <dt className="text-slate">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

/** For sending on; whoever has an account already has no use for opening it. */
function ReferralLink({ url }: { url: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <>
      <span className="block break-all">{url}</span>
      <Button variant="outline" size="sm" className="mt-2" onClick={() => void copy()}>
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
    </>
  )
}

function LoggedOut() {
  return (
    <Page title="Profile" width="form">
      <EmptyState
        title="You are not logged in"
        action={
          <Button asChild>
            <Link href={`${paths.logIn}?redirect=${encodeURIComponent(paths.profile)}`}>Log in</Link>
          </Button>
        }
      >
        Your personal data and the facts of your account are shown here.
      </EmptyState>
    </Page>
  )
}
