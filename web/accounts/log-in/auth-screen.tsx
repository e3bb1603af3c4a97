import { lazy, Suspense } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { continueTo } from './continue-to.ts'
import { LogInForm } from './log-in-form.tsx'
import { useMailedLink } from './mailed-link.ts'

// Who follows a mail waits for these; who logs in does without them.
const AskPasswordReset = lazy(() => import('./ask-mail.tsx').then((file) => ({ default: file.AskPasswordReset })))
const ConfirmEmail = lazy(() => import('./confirm-email.tsx').then((file) => ({ default: file.ConfirmEmail })))
const ResetPassword = lazy(() => import('./reset-password.tsx').then((file) => ({ default: file.ResetPassword })))

/**
 * Log-in, and where the links of mails lead. Whoever is logged in and came without a link goes on: to the page asked for, or along
 * the access ladder.
 */
export default function AuthScreen() {
  return (
    <Suspense fallback={<Spinner />}>
      <Asked />
    </Suspense>
  )
}

function Asked() {
  const { user } = useUser()
  const search = useSearch()
  const link = useMailedLink()
  if (link?.purpose === 'reset-password') return <ResetPassword key={link.secret} secret={link.secret} />
  if (link !== null) return <ConfirmEmail key={link.secret} link={link} />
  if (user !== null) return <Redirect to={continueTo(user, search, location.origin)} replace />
  if (new URLSearchParams(search).has('forgot')) return <AskPasswordReset />
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
