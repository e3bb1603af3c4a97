import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Link, Redirect, useSearch } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Page } from '#web/ui/page.tsx'
import { continueTo } from './continue-to.ts'
import { JoinSteps } from '../join-steps.tsx'
import { RegisterForm } from './register-form.tsx'

/** Registration. People who already have an account continue to the next access level. */
export default function RegisterScreen() {
  const { user } = useUser()
  const search = useSearch()
  if (user !== null) return <Redirect to={continueTo(user, search, location.origin)} replace />
  return (
    <Page title={t`Create an account`} width="form" aside={<JoinSteps done={0} />}>
      <RegisterForm search={search} />
      <p className="mt-8 border-t border-line pt-6">
        <Trans>
          Already have an account?{' '}
          <Link href={search === '' ? paths.logIn : `${paths.logIn}?${search}`} className="text-link">
            Sign in
          </Link>
          .
        </Trans>
      </p>
    </Page>
  )
}
