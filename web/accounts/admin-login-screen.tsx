import { Link, Redirect, useSearch } from 'wouter'
import { paths } from '#web/paths.ts'
import { useLogOut, useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { askedFor } from './continue-to.ts'
import { LogInForm } from './log-in-form.tsx'

/** Log-in for the people who work at the house. */
export default function AdminLogInScreen() {
  const { user } = useUser()
  const logOut = useLogOut()
  const search = useSearch()
  if (user === null) {
    return (
      <Page title="Staff log-in" lead="For the people who run the sales." width="form">
        <LogInForm />
        <p className="mt-8 border-t border-line pt-6">
          Here to bid?{' '}
          <Link href={paths.logIn} className="text-notice underline underline-offset-4">
            Log in as a bidder
          </Link>
          .
        </p>
      </Page>
    )
  }
  if (user.role !== 'member') return <Redirect to={askedFor(search, location.origin) ?? paths.admin} replace />
  return (
    <Page title="Staff log-in" width="form">
      <Notice tone="info" title="This is not a staff account">
        You are logged in as {user.email}, which has no part in the administration. Log out to use another account.
      </Notice>
      <Button variant="outline" className="mt-6" onClick={() => void logOut()}>
        Log out
      </Button>
    </Page>
  )
}
