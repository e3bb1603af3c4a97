import { useState } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useLogOut } from '#web/platform/session.tsx'
import { formatDay } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Fact, ProfileSection } from '../profile-parts.tsx'

const STATUS_WORDS = { active: 'Active', suspended: 'Suspended: no bidding', closed: 'Closed' }

/** The state of the account. */
export function AccountFacts({ user }: { user: User }) {
  const currency = useCompanyTerms()?.currency
  const logOut = useLogOut()
  const limit = user.biddingLimit
  return (
    <ProfileSection id="account" title="Account">
      <dl>
        <Fact name="Paddle">
          <Plate number={user.paddle} label="Paddle" />
          <span className="mt-1 block text-xs text-slate">Others see this number, not your name.</span>
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
      <Button variant="outline" className="mt-4" onClick={() => void logOut()}>
        Sign out
      </Button>
    </ProfileSection>
  )
}

/** For sharing with others; a person with an account has no use for opening it. */
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
