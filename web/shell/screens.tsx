import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, Link } from 'wouter'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { type Route as RouteEntry, ROUTES } from '../routes.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AccountNotLoaded, AccountNotLoadedNotice } from './account-not-loaded.tsx'
import { redirectOf } from './guard.ts'
import { ScreenFailure } from './screen-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** The screen of the current URL behind its guard; a spinner while it loads; not-found for any other URL. */
export function Screens() {
  const [location] = useLocation()
  return (
    <ScreenFailure key={placeOf(location)}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {Object.entries(ROUTES).map(([path, route]) => (
            <Route key={path} path={path}>
              <Guarded route={route} location={location} />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ScreenFailure>
  )
}

/**
 * A screen remounts at each URL: what was typed for one lot never appears for the next. The administration is one
 * screen with its own pages.
 */
function placeOf(location: string): string {
  return location.startsWith(`${paths.admin}/`) ? paths.admin : location
}

/** As high as the window: the footer never appears where the screen is about to load, and so never jumps. */
function Loading() {
  return (
    <div className="min-h-dvh">
      <Spinner />
    </div>
  )
}

function Guarded({ route, location }: { route: RouteEntry; location: string }) {
  const { user, isLoading, isFailed } = useUser()
  if (route.needsPerson && isFailed) return <AccountNotLoaded />
  if (route.needsPerson && isLoading) return <Loading />
  const target = redirectOf(route.guard, user)
  if (target !== null && target !== location) return <Redirect to={target} replace />
  return (
    <>
      {isFailed ? <AccountNotLoadedNotice /> : null}
      <route.screen />
    </>
  )
}

function NotFound() {
  return (
    <Page title={t`Page not found`} width="prose">
      <p>
        <Trans>
          Check the address. Lots keep their page after the auction, at <span className="font-semibold">/lot/</span>{' '}
          plus the lot number.
        </Trans>
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild>
          <Link href={paths.home}>{t`Go to home page`}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link href={paths.support}>{t`Get support`}</Link>
        </Button>
      </div>
    </Page>
  )
}
