import { lazy, Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { User } from '#contract/accounts.ts'
import { StepUp } from '../../accounts/step-up.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../platform/session.tsx'
import { useStaffLists } from '../../platform/staff-lists.ts'
import { Button } from '../../ui/button.tsx'
import { Page, useDocumentTitle } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CATALOGUE_ROUTES } from './admin-catalogue.tsx'
import { MONEY_ROUTES } from './admin-money.tsx'
import { AdminNavigation } from './admin-navigation.tsx'

const Overview = lazy(() => import('./admin-overview.tsx'))
const People = lazy(() => import('../../accounts/people/admin-people.tsx'))
const Person = lazy(() => import('../../accounts/people/admin-person.tsx'))
const Audit = lazy(() => import('../../accounts/oversight/admin-audit.tsx'))
const Outbox = lazy(() => import('../../accounts/oversight/admin-outbox.tsx'))
const OwnAccount = lazy(() => import('../../accounts/people/admin-own-account.tsx'))
const Verifications = lazy(() => import('../../verification/admin-queue.tsx'))
const Sales = lazy(() => import('../../auctions/admin-sales.tsx'))
const Mails = lazy(() => import('../../notifications/admin-mails.tsx'))
const Photographs = lazy(() => import('../../lots/photographs/admin-photographs.tsx'))
const Lots = lazy(() => import('../../bidding/console/admin-lots.tsx'))
const Talks = lazy(() => import('../../bidding/talks/admin-talks.tsx'))
const AnyTalk = lazy(() => import('../../bidding/talks/admin-talk.tsx'))

/**
 * The administration: the rooms' own admin pages in one frame. No guard stands before it (the specification, section 6): the
 * screen says itself who may be here, and the house refuses every request that a person's role does not cover.
 */
export default function AdminScreen() {
  const { user, isLoading } = useUser()
  const [location] = useLocation()
  if (isLoading) return <Spinner />
  if (user === null) return <StaffOnly asked={location} />
  if (user.role === 'member') return <NotStaff email={user.email} />
  const stop = barrier(user, 'staff')
  if (stop?.code === 'account-not-active') return <NotActive message={stop.message} />
  if (stop !== null) return <Redirect to={`${paths.adminLogIn}?redirect=${encodeURIComponent(location)}`} replace />
  return <Frame user={user} />
}

function Frame({ user }: { user: User }) {
  useDocumentTitle('Administration')
  useStaffLists()
  return (
    <div className="mx-auto grid w-full max-w-[96rem] gap-x-8 px-4 py-6 sm:px-6 lg:grid-cols-[12rem_1fr]">
      <AdminNavigation user={user} />
      <StepUp />
      <div className="min-w-0">
        <Suspense fallback={<Spinner />}>
          <Switch>
            <Route path={paths.admin}>
              <Overview />
            </Route>
            <Route path={paths.adminPage('people')}>
              <People />
            </Route>
            <Route path="/admin/people/:accountId">
              {({ accountId }) => <Person key={accountId} accountId={accountId} />}
            </Route>
            <Route path={paths.adminPage('audit')}>
              <Audit />
            </Route>
            <Route path={paths.adminPage('outbox')}>
              <Outbox />
            </Route>
            <Route path={paths.adminPage('account')}>
              <OwnAccount />
            </Route>
            <Route path={paths.adminPage('verifications')}>
              <Verifications />
            </Route>
            <Route path={paths.adminPage('sales')}>
              <Sales />
            </Route>
            <Route path={paths.adminPage('mails')}>
              <Mails />
            </Route>
            {CATALOGUE_ROUTES}
            {MONEY_ROUTES}
            <Route path="/admin/sales/:auctionId">
              {({ auctionId }) => <Lots key={auctionId} auctionId={auctionId} />}
            </Route>
            <Route path={paths.adminPage('talks')}>
              <Talks />
            </Route>
            <Route path="/admin/talks/:lotId">{({ lotId }) => <AnyTalk key={lotId} lotId={lotId} />}</Route>
            <Route path="/admin/photographs/:vehicleId">
              {({ vehicleId }) => <Photographs key={vehicleId} vehicleId={vehicleId} />}
            </Route>
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
      <h1 className="text-xl">Page not found</h1>
      <p className="mt-3">Check the address, or choose a page of the administration.</p>
    </>
  )
}

function StaffOnly({ asked }: { asked: string }) {
  return (
    <Page title="Administration" lead="For the people who run the sales. You are not logged in." width="form">
      <Button asChild>
        <Link href={`${paths.adminLogIn}?redirect=${encodeURIComponent(asked)}`}>Log in as staff</Link>
      </Button>
    </Page>
  )
}

function NotActive({ message }: { message: string }) {
  return (
    <Page title="Administration" lead={message} width="form">
      <Button asChild variant="outline">
        <Link href={paths.support}>Contact support</Link>
      </Button>
    </Page>
  )
}

function NotStaff({ email }: { email: string }) {
  return (
    <Page
      title="Administration"
      lead={`For the people who run the sales. ${email} is not a staff account.`}
      width="form"
    >
      <p className="mb-6">Log out, and log in again with one that is.</p>
      <Button asChild variant="outline">
        <Link href={paths.home}>Back to the start page</Link>
      </Button>
    </Page>
  )
}
