import { Link, Redirect } from 'wouter'
import { nextStep } from '#web/accounts/log-in/continue-to.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The way is walked: the paddle, and where to bid. */
export default function VerificationCompleteScreen() {
  const { user } = useUser()
  const currency = useHouseTerms()?.currency
  if (user === null) return <Spinner />
  if (user.verificationStatus !== 'verified') return <Redirect to={nextStep(user) ?? paths.verification} replace />
  return (
    <Page title="You can bid" width="form" lead="Your identity is verified.">
      <p className="text-slate">Your paddle. Other bidders see this number and nothing else of you.</p>
      <p className="mt-3">
        <Plate number={user.paddle} size="lg" label="Paddle" />
      </p>
      {user.biddingLimit === null || currency === undefined ? null : (
        <p className="mt-6">Your bidding limit is {formatMoney(user.biddingLimit, currency)} at once over all lots.</p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link href={paths.calendar}>See the auctions</Link>
        </Button>
        <Button asChild size="lg" variant="outline">
          <Link href={paths.biddingGuide}>Bidding guide</Link>
        </Button>
      </div>
    </Page>
  )
}
