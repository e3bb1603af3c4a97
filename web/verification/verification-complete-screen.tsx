import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/**
 * `/verification-complete`: the paddle, and where to bid. Its guard requires a paid membership only (the specification,
 * section 2), so the page itself says what is still missing.
 */
export default function VerificationCompleteScreen() {
  const { user } = useUser()
  const currency = useCompanyTerms()?.currency
  if (user === null) return <Spinner />
  const missing = accessDenial(user, 'complete')
  if (user.verificationStatus !== 'verified') return <NotVerified goTo={missing?.goTo ?? paths.verification} />
  const canBid = missing === null && user.role === 'member'
  return (
    <Page
      title={canBid ? t`You can bid` : t`Your identity is verified`}
      width="form"
      lead={canBid ? t`Your identity is verified.` : (missing?.message ?? t`Staff accounts don’t bid.`)}
    >
      <p className="text-slate">{t`This is your paddle. Other bidders see only this number.`}</p>
      <p className="mt-3">
        <Plate number={user.paddle} size="lg" label={t`Paddle`} />
      </p>
      {user.biddingLimit === null || currency === undefined ? null : (
        <p className="mt-6">
          {t`Your bidding limit is ${formatMoney(user.biddingLimit, currency)} across all lots in ${currency} at one time.`}
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild size="lg">
          {missing === null ? (
            <Link href={paths.calendar}>{t`See all auctions`}</Link>
          ) : (
            <Link href={missing.goTo}>{missing.goTo === paths.support ? t`Contact support` : t`Continue`}</Link>
          )}
        </Button>
        <Button asChild size="lg" variant="outline">
          <Link href={paths.biddingGuide}>{t`Bidding guide`}</Link>
        </Button>
      </div>
    </Page>
  )
}

function NotVerified({ goTo }: { goTo: string }) {
  return (
    <Page title={t`Your identity isn’t verified yet`} width="form" lead={t`You can bid once we approve your document.`}>
      <Button asChild>
        <Link href={goTo}>{goTo === paths.verification ? t`Verify your identity` : t`View status`}</Link>
      </Button>
    </Page>
  )
}
