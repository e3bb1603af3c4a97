import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Router } from 'wouter'
import { CookieConsent } from '../consent/cookie-consent.tsx'
import { afterPaint } from '../platform/after-paint.ts'
import { useCalmRetries } from '../platform/calm-retries.ts'
import { useUser } from '../platform/session.tsx'
import { Toaster } from '../ui/toast.tsx'
import { Chatbot } from './chat/chatbot.tsx'
import { Corners } from './corner.tsx'
import { parseExactly } from './exact-paths.ts'
import { InstallPrompt } from './install/install-prompt.tsx'
import { KeyHelp } from './keys/key-help.tsx'
import { Layout } from './layout.tsx'
import { useLostRights } from './lost-rights.ts'
import { Optional } from './optional.tsx'
import { showOwnFace } from './own-face.ts'
import { Screens } from './screens.tsx'
import { UpdateNotice } from './install/update-notice.tsx'

const LiveAccount = lazy(() => import('./live-account.tsx'))

/** The whole application: the screens in their frame, and what is present on every one of them. */
export function App({ client }: { client: QueryClient }) {
  useEffect(() => afterPaint(() => void showOwnFace()), [])
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
