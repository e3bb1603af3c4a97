import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { paths } from '#web/paths.ts'
import { lazy, type ReactNode, Suspense, useRef, type RefObject, useEffect } from 'react'
import { useUser } from '../platform/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { Banner } from '../content/banner.tsx'
import { Header } from './header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Optional } from './optional.tsx'
import { Link, useLocation } from 'wouter'

/** Always below the first screen. */
const Footer = lazy(() => import('./footer.tsx'))
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
        {t`Skip to content`}
      </a>
      <Banner />
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
          <Notice tone="bad" title={t`Your account isn’t active`}>
            <Trans>
              You can’t bid right now, but you can still view and pay invoices.{' '}
              <Link href={paths.support} className="text-link">
                Contact support
              </Link>{' '}
              to find out why.
            </Trans>
          </Notice>
        </div>
      ) : null}
      {/* As high as the window below the header and its line: the footer never appears where content is about to load. */}
      <main id="content" ref={content} tabIndex={-1} className="min-h-[calc(100dvh-4rem-1px)] flex-1 outline-none">
        {children}
      </main>
      <Optional>
        <Suspense fallback={<footer className="mt-16 border-t border-line" />}>
          <Footer />
        </Suspense>
      </Optional>
    </div>
  )
}

/**
 * A new URL starts at its top with the focus on its content, as a loaded page would. Going back keeps the position that
 * the browser restores; a URL with a `#part` is scrolled by its page.
 */
function useNewPage(content: RefObject<HTMLElement | null>): void {
  const [location] = useLocation()
  const shown = useRef(location)
  const wentBack = useRef(false)

  useEffect(() => {
    const onBack = () => {
      wentBack.current = true
    }
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [])

  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    if (!wentBack.current) {
      if (window.location.hash === '') window.scrollTo(0, 0)
      content.current?.focus({ preventScroll: true })
    }
    wentBack.current = false
  }, [location, content])
}
