import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'
import { useLogOut, useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { askedFor } from './continue-to.ts'
import { LogInForm } from './log-in-form.tsx'
import { STAFF_LINKS, useMailedLink } from './mailed-link.ts'

// Only people who follow such a link wait for it.
const JoinStaff = lazy(() => import('./join-staff.tsx').then((file) => ({ default: file.JoinStaff })))
const SetUpFactor = lazy(() => import('../profile/set-up-factor.tsx').then((file) => ({ default: file.SetUpFactor })))

/** Staff sign-in, which also sets up two-factor authentication the first time. The target of set-up links and invitations. */
export default function AdminLogInScreen() {
  const { user } = useUser()
  const search = useSearch()
  const settingUp = useSettingUp(user)
  const link = useMailedLink(STAFF_LINKS)
  const [joinedBy, setJoinedBy] = useState<string | null>(null)
  if (link !== null && joinedBy !== link.secret) {
    return (
      <Suspense fallback={<Spinner />}>
        <JoinStaff key={link.secret} secret={link.secret} onJoined={() => setJoinedBy(link.secret)} />
      </Suspense>
    )
  }
  if (user === null) return <LogIn />
  if (settingUp.isOn) return <FirstFactor onDone={settingUp.done} />
  if (user.role !== 'member') return <Redirect to={askedFor(search, location.origin) ?? paths.admin} replace />
  return (
    <Page title={t`Staff sign-in`} width="form">
      <Notice tone="info" title={t`This is not a staff account`}>
        {t`You’re signed in as ${user.email}. Sign out to use a staff account.`}
      </Notice>
      <LogOut>{t`Sign out`}</LogOut>
    </Page>
  )
}

/** True from when it is required until the recovery codes are saved, though the server counts the factor as on before that. */
function useSettingUp(user: User | null): { isOn: boolean; done: () => void } {
  const isDue = user?.secondFactor === 'due'
  const [isOn, setOn] = useState(isDue)
  useEffect(() => {
    if (isDue) setOn(true)
  }, [isDue])
  return { isOn: isOn || isDue, done: () => setOn(false) }
}

function LogIn() {
  return (
    <Page title={t`Staff sign-in`} lead={t`For our team only.`} width="form">
      <LogInForm />
      <p className="mt-8 border-t border-line pt-6">
        <Trans>
          Here to bid?{' '}
          <Link href={paths.logIn} className="text-link">
            Sign in as a bidder
          </Link>
          .
        </Trans>
      </p>
    </Page>
  )
}

function FirstFactor({ onDone }: { onDone: () => void }) {
  const logOut = useLogOut()
  return (
    <Page
      title={t`Set up two-factor authentication`}
      lead={t`Everyone on our team signs in with a password and a code from an app.`}
      width="form"
    >
      <Suspense fallback={<Spinner />}>
        <SetUpFactor onDone={onDone} onCancel={() => void logOut()} />
      </Suspense>
    </Page>
  )
}

function LogOut({ children }: { children: ReactNode }) {
  const logOut = useLogOut()
  return (
    <Button variant="outline" className="mt-6" onClick={() => void logOut()}>
      {children}
    </Button>
  )
}
