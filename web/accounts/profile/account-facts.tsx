import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useLogOut } from '#web/platform/session.tsx'
import { formatDay } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { LanguageChoice } from '../language/language-choice.tsx'
import { Fact, ProfileSection } from '../profile-parts.tsx'

const STATUS_WORDS = { active: t`Active`, suspended: t`Suspended: no bidding`, closed: t`Closed` }

/** The state of the account. */
export function AccountFacts({ user }: { user: User }) {
  const currency = useCompanyTerms()?.currency
  const logOut = useLogOut()
  const limit = user.biddingLimit
  return (
    <ProfileSection id="account" title={t`Account`}>
      <dl>
        <Fact name={t`Paddle`}>
          <Plate number={user.paddle} label={t`Paddle`} />
          <span className="mt-1 block text-xs text-slate">{t`Others see this number, not your name.`}</span>
        </Fact>
        <Fact name={t`Member since`}>{formatDay(user.createdAt)}</Fact>
        <Fact name={t`Membership fee`}>{user.hasPaidMembershipFee ? t`Paid` : t`Not paid`}</Fact>
        <Fact name={t`Identity`}>{user.verificationStatus === 'verified' ? t`Verified` : t`Not verified yet`}</Fact>
        <Fact name={t`Status`}>{STATUS_WORDS[user.accountStatus]}</Fact>
        <Fact name={t`Bidding limit`}>
          {limit === null ? t`None` : currency === undefined ? '' : formatMoney(limit, currency)}
        </Fact>
        <Fact name={t`Language`}>
          <LanguageChoice />
        </Fact>
        <Fact name={t`Referral link`}>
          <ReferralLink url={location.origin + paths.registerBy(user.referralCode)} />
        </Fact>
      </dl>
      <Button variant="outline" className="mt-4" onClick={() => void logOut()}>
        {t`Sign out`}
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
        <span aria-live="polite">{copied ? t`Copied` : t`Copy link`}</span>
      </Button>
    </>
  )
}
