import { Link, Redirect, useSearch } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Page } from '#web/ui/page.tsx'
import { continueTo } from './continue-to.ts'
import { LogInForm } from './log-in-form.tsx'

/** Log-in. Whoever is logged in goes on: to the page asked for, or along the access ladder. */
export default function AuthScreen() {
  const { user } = useUser()
  const search = useSearch()
  if (user !== null) return <Redirect to={continueTo(user, search, location.origin)} replace />
  return (
    <Page title="Log in" width="form">
      <LogInForm />
      <p className="mt-8 border-t border-line pt-6">
        No account yet?{' '}
        <Link
          href={search === '' ? paths.register : `${paths.register}?${search}`}
          className="text-notice underline underline-offset-4"
        >
          Open one
        </Link>
        . It takes two minutes; you need an email address and a phone number.
      </p>
    </Page>
  )
}
