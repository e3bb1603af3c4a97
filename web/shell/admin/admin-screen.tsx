import { Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { StepUp } from '../../accounts/ask-proof.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../platform/session.tsx'
import { useStaffLists } from '../../platform/staff-lists.ts'
import { Button } from '../../ui/button.tsx'
import { Page, useDocumentTitle } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AdminNavigation } from './admin-navigation.tsx'
import { ADMIN_ROUTES } from './admin-pages.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/**
 * The administration: the features' own admin pages in one frame. It has no guard (the specification, section 6): the
 * screen itself checks who may be here, and the server refuses every request that the person's role does not cover.
 */
export default function AdminScreen() {
  const { user, isLoading } = useUser()
  const [location] = useLocation()
  if (isLoading) return <Spinner />
  if (user === null) return <StaffOnly asked={location} />
  if (user.role === 'member') return <NotStaff email={user.email} />
  const stop = accessDenial(user, 'staff')
  if (stop?.code === 'account-not-active') return <NotActive message={stop.message} />
  if (stop !== null) return <Redirect to={`${paths.adminLogIn}?redirect=${encodeURIComponent(location)}`} replace />
  return <Frame user={user} />
}

function Frame({ user }: { user: User }) {
  useDocumentTitle(t`Administration`)
  useStaffLists()
  return (
    <div className="mx-auto grid w-full max-w-[96rem] gap-x-8 px-4 py-6 sm:px-6 lg:grid-cols-[12rem_1fr]">
      <AdminNavigation user={user} />
      <StepUp />
      <div className="min-w-0">
        <Suspense fallback={<Spinner />}>
          <Switch>
            {ADMIN_ROUTES}
            <Route>
              <NoSuchPage />
            </Route>
          </Switch>
        </Suspense>
      </div>
    </div>
  )
}

function NoSuchPage() {
  return (
    <>
      <h1 className="text-xl">{t`Page not found`}</h1>
      <p className="mt-3">{t`Check the address, or choose a page from the menu.`}</p>
    </>
  )
}

function StaffOnly({ asked }: { asked: string }) {
  return (
    <Page title={t`Administration`} lead={t`For our team only. You’re not signed in.`} width="form">
      <Button asChild>
        <Link href={`${paths.adminLogIn}?redirect=${encodeURIComponent(asked)}`}>{t`Sign in as staff`}</Link>
      </Button>
    </Page>
  )
}

function NotActive({ message }: { message: string }) {
  return (
    <Page title={t`Administration`} lead={translated(message)} width="form">
      <Button asChild variant="outline">
        <Link href={paths.support}>{t`Contact support`}</Link>
      </Button>
    </Page>
  )
}

function NotStaff({ email }: { email: string }) {
  return (
    <Page title={t`Administration`} lead={t`For our team only. ${email} isn’t a staff account.`} width="form">
      <p className="mb-6">{t`Sign out, then sign in with a staff account.`}</p>
      <Button asChild variant="outline">
        <Link href={paths.home}>{t`Go to home page`}</Link>
      </Button>
    </Page>
  )
}
