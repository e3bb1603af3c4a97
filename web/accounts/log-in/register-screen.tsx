import { Link, Redirect, useSearch } from 'wouter'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useUser } from '#web/platform/session.tsx'
import { Page } from '#web/ui/page.tsx'
import { continueTo } from './continue-to.ts'
import { RegisterForm } from './register-form.tsx'

/** Registration. People who already have an account continue to the next access level. */
export default function RegisterScreen() {
  const { user } = useUser()
  const search = useSearch()
  const terms = useCompanyTerms()
  if (user !== null) return <Redirect to={continueTo(user, search, location.origin)} replace />
  const fee =
    terms === undefined
      ? 'the membership fee'
      : `the membership fee of ${formatMoney(terms.membershipFee, terms.currency, true)}, once`
  return (
    <Page title="Create an account" width="form">
      <p className="mb-8 text-slate">
        This is step 1 of 3. Next, pay {fee}, and verify your identity. Then you can bid.
      </p>
      <RegisterForm search={search} />
      <p className="mt-8 border-t border-line pt-6">
        Already have an account?{' '}
        <Link
          href={search === '' ? paths.logIn : `${paths.logIn}?${search}`}
          className="text-notice underline underline-offset-4"
        >
          Sign in
        </Link>
        .
      </p>
    </Page>
  )
}
