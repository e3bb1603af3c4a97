import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { Router, useLocation } from 'wouter'
import { CookieConsent } from '../consent/cookie-consent.tsx'
import { afterLoad } from '../platform/after-load.ts'
import { useCalmRetries } from '../platform/calm-retries.ts'
import { useUser } from '../platform/session.tsx'
import { Toaster } from '../ui/toast.tsx'
import { Chatbot } from './chat/chatbot.tsx'
import { carryOver } from './first-view.ts'
import { InstallPrompt } from './install/install-prompt.tsx'
import { KeyHelp } from './keys/key-help.tsx'
import { Layout } from './layout.tsx'
import { useLostRights } from './lost-rights.ts'
import { Optional } from './optional.tsx'
import { showOwnFace } from '#web/fast-start/fallback-font.ts'
import { Screens } from './screens.tsx'
import { UpdateNotice } from './install/update-notice.tsx'
import clsx from 'clsx'

/** Screens with a bid panel at the right of wide windows: everything floats to the left of it. */
const WITH_SIDE_PANEL = /^\/(lot|vehicle)\//

/**
 * What floats over every screen in the lower corners, stacked on phones, and never over a bar at the lower edge. The
 * frame is always as high as the window: later items are added on top, and nothing already there moves.
 */
function Corners({ left, right }: { left: ReactNode; right: ReactNode }) {
  const [location] = useLocation()
  const beside = WITH_SIDE_PANEL.test(location)
  return (
    <div
      data-above-bar
      className={clsx(
        'pointer-events-none fixed inset-x-4 top-0 lg:inset-x-1.5 bottom-[calc(1rem+var(--bottom-bar))] z-20 flex flex-col-reverse gap-2 sm:flex-row sm:items-end print:hidden',
        beside && 'lg:flex-col-reverse lg:items-start',
      )}
    >
      <div className="flex flex-col-reverse gap-2 *:pointer-events-auto empty:hidden max-sm:contents sm:w-[26rem]">
        {left}
      </div>
      <div
        className={clsx(
          // When stacked, this is the lower one: later items at the left do not push it up.
          'flex flex-col items-end gap-2 *:pointer-events-auto max-sm:-order-1',
          beside && 'lg:-order-1',
          beside ? 'max-lg:ml-auto lg:items-start' : 'ml-auto',
        )}
      >
        {right}
      </div>
    </div>
  )
}

const LiveAccount = lazy(() => import('./live-account.tsx'))

/** The whole application: the screens in their frame, and the parts that every screen has. */
export function App({ client }: { client: QueryClient }) {
  useLayoutEffect(carryOver, [])
  useEffect(() => afterLoad(startTheRest), [])
  return (
    <QueryClientProvider client={client}>
      <Router parser={parseExactly}>
        <Layout>
          <Screens />
        </Layout>
        <Optional>
          <WhileLoggedIn />
        </Optional>
        <Corners
          left={
            <>
              <Optional>
                <UpdateNotice />
                <InstallPrompt />
              </Optional>
              <CookieConsent />
            </>
          }
          right={
            <Optional>
              <Chatbot />
            </Optional>
          }
        />
        <Optional>
          <KeyHelp />
          <Toaster />
        </Optional>
      </Router>
    </QueryClientProvider>
  )
}

function startTheRest(): void {
  void showOwnFace()
  // A page works without it, such as where the connection broke meanwhile.
  import('./kept-focus.ts').then(
    ({ keepFocus }) => keepFocus(),
    () => {},
  )
}

function WhileLoggedIn() {
  const { isLoggedIn } = useUser()
  useLostRights()
  useCalmRetries()
  if (!isLoggedIn) return null
  return (
    <Suspense fallback={null}>
      <LiveAccount />
    </Suspense>
  )
}

/**
 * Parses a route pattern for the router, such as `/lot/:lotNumber` or `/admin/*`. Paths are case-sensitive, as on the server: the router's
 * own parser matches `/FAQ` to `/faq`. A trailing slash makes no difference. `loose`: ignores anything after the pattern.
 */
function parseExactly(route: string, loose = false): { pattern: RegExp; keys: string[] } {
  const keys: string[] = []
  const parts = route.split('/').filter((part) => part !== '')
  const source = parts.map((part) => {
    if (part === '*') {
      keys.push('*')
      return '(?:/(.*))?'
    }
    if (part.startsWith(':')) {
      keys.push(part.slice(1))
      return '/([^/]+)'
    }
    return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  return { pattern: new RegExp(`^${source.join('')}${loose ? '(?=$|/)' : '/?$'}`), keys }
}
