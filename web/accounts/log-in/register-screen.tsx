import { Link, Redirect, useSearch } from 'wouter'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useUser } from '#web/platform/session.tsx'
import { Page } from '#web/ui/page.tsx'
import { continueTo } from './continue-to.ts'
import { RegisterForm } from './register-form.tsx'

/** Registration. Whoever has an account goes on along the access ladder. */
export default function RegisterScreen() {
  const { user } = useUser()
  const search = useSearch()
  const terms = useHouseTerms()
  if (user !== null) return <Redirect to={continueTo(user, search, location.origin)} replace />
  const fee =
    terms === undefined
      ? 'the membership fee'
      : `the membership fee of ${formatMoney(terms.membershipFee, terms.currency, true)}, once`
  return (
    <Page title="Open an account" width="form">
      <p className="mb-8 text-slate">
        This is the first of three steps. After it you pay {fee}, and send an identity document; then you can bid.
      </p>
      <RegisterForm referralCode={new URLSearchParams(search).get('ref')?.slice(0, 40) ?? ''} />
      <p className="mt-8 border-t border-line pt-6">
        Have an account?{' '}
        <Link
          href={search === '' ? paths.logIn : `${paths.logIn}?${search}`}
          className="text-notice underline underline-offset-4"
        >
          Log in
        </Link>
        .
      </p>
    </Page>
  )
}
