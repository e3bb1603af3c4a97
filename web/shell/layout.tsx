import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useUser } from '../platform/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useNewPage } from './new-page.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { Optional } from './optional.tsx'

const AccountNotices = lazy(() => import('../accounts/profile/account-notices.tsx'))

/** Header, content and footer of every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const content = useRef<HTMLElement>(null)
  const { user } = useUser()
  useNewPage(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-70 rounded-md bg-paper px-4 py-3 font-semibold shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <Header />
      <Optional>
        <OfflineNotice />
      </Optional>
      {user !== null && (user.support !== null || !user.emailConfirmed) ? (
        <Optional>
          <Suspense fallback={null}>
            <AccountNotices user={user} />
          </Suspense>
        </Optional>
      ) : null}
      {user !== null && user.accountStatus !== 'active' ? (
        <div className="mx-auto w-full max-w-[84rem] px-4 py-4 sm:px-6">
          <Notice tone="bad" title="Your account is not active">
            You can’t bid for now. You can still read and pay your invoices; support can tell you why and what to do.
          </Notice>
        </div>
      ) : null}
      {/* As high as the window below the header: the footer never stands where something is going to be. */}
      <main id="content" ref={content} tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  )
}
