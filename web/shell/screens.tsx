import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { type Route as RouteEntry, ROUTES } from '../routes.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AccountNotLoaded, AccountNotLoadedNotice } from './account-not-loaded.tsx'
import { redirectOf } from './guard.ts'
import { NotFound } from './not-found.tsx'
import { ScreenFailure } from './screen-failure.tsx'

/** The screen of the present address behind its guard; a spinner while it loads; not-found for any other address. */
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
 * A screen begins anew at each address: what was typed for one lot is never there for the next. The administration is one
 * screen with pages of its own.
 */
function placeOf(location: string): string {
  return location.startsWith(`${paths.admin}/`) ? paths.admin : location
}

/** As high as the window: the footer never stands where the screen is going to be, and so never jumps. */
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
