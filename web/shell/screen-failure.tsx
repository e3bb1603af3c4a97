import { t } from '#web/platform/language/text.ts'
import { Component, type ReactNode, useEffect } from 'react'
import { reloadFresh } from '../platform/leave.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** Replaces a screen that failed, so that the frame around it and the other screens stay usable. */
export class ScreenFailure extends Component<{ children: ReactNode }, { failure: Error | null }> {
  override state: { failure: Error | null } = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure instanceof Error ? failure : new Error(String(failure)) }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (!navigator.onLine) return <NotSeenYet />
    return (
      <Page title={t`This page couldn’t load`} width="prose">
        <p>{t`Only this page failed. Your bids still count. Reload page and try again.`}</p>
        <pre className="mt-6 overflow-x-auto rounded-md bg-fog p-4 text-xs whitespace-pre-wrap">
          {failure.name}: {failure.message}
        </pre>
        <div className="mt-6">
          <Button onClick={reloadFresh}>{t`Reload page`}</Button>
        </div>
      </Page>
    )
  }
}

/** Offline, only screens that were opened before are available. Loads the page as soon as there is a connection. */
function NotSeenYet() {
  useEffect(() => {
    window.addEventListener('online', reloadFresh)
    return () => window.removeEventListener('online', reloadFresh)
  }, [])
  return (
    <Page title={t`You’re offline`} width="prose">
      <p>
        {t`You haven’t opened this page in this browser before, so it needs a connection. Your bids still count, and we keep bidding for you up to your maximum.`}
      </p>
      <div className="mt-6">
        <Button onClick={reloadFresh}>{t`Try again`}</Button>
      </div>
    </Page>
  )
}
