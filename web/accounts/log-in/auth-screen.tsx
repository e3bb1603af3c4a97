import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { lazy, Suspense } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { continueTo } from './continue-to.ts'
import { JoinSteps } from '../join-steps.tsx'
import { LogInForm } from './log-in-form.tsx'
import { AUTH_LINKS, useMailedLink } from './mailed-link.ts'

// Only people who follow an emailed link wait for these; a sign-in does not load them.
const AskPasswordReset = lazy(() => import('./ask-mail.tsx').then((file) => ({ default: file.AskPasswordReset })))
const ConfirmEmail = lazy(() => import('./confirm-email.tsx').then((file) => ({ default: file.ConfirmEmail })))
const ResetPassword = lazy(() => import('./reset-password.tsx').then((file) => ({ default: file.ResetPassword })))

/**
 * Sign-in, and the target of emailed links. A signed-in person without a link continues: to the page requested, or to
 * the next access level.
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
  const link = useMailedLink(AUTH_LINKS)
  if (link?.purpose === 'reset-password') return <ResetPassword key={link.secret} secret={link.secret} />
  if (link !== null) return <ConfirmEmail key={link.secret} link={link} />
  if (user !== null) return <Redirect to={continueTo(user, search, location.origin)} replace />
  if (new URLSearchParams(search).has('forgot')) return <AskPasswordReset />
  return (
    <Page title={t`Sign in`} width="form" aside={<JoinSteps done={null} />}>
      <LogInForm />
      <p className="mt-8 border-t border-line pt-6">
        <Trans>
          New here?{' '}
          <Link href={search === '' ? paths.register : `${paths.register}?${search}`} className="text-link">
            Create an account
          </Link>
          .
        </Trans>
      </p>
    </Page>
  )
}
