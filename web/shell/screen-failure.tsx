import { Component, type ReactNode, useEffect } from 'react'
import { reloadFresh } from '../platform/leave.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** Stands in for a screen that failed, so that the frame around it and the other screens stay usable. */
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
      <Page title="This page could not be shown" width="prose">
        <p>Bids you have placed are safe with the auction house; only this page failed. Reload it and try again.</p>
        <pre className="mt-6 overflow-x-auto rounded-md bg-fog p-4 text-xs whitespace-pre-wrap">
          {failure.name}: {failure.message}
        </pre>
        <div className="mt-6">
          <Button onClick={reloadFresh}>Reload the page</Button>
        </div>
      </Page>
    )
  }
}

/** Without a connection only screens that were opened before are there. Loads the page as soon as there is one. */
function NotSeenYet() {
  useEffect(() => {
    window.addEventListener('online', reloadFresh)
    return () => window.removeEventListener('online', reloadFresh)
  }, [])
  return (
    <Page title="You are offline" width="prose">
      <p>
        This page has not been opened in this browser before, so it cannot be shown without a connection. Bids you have
        placed stand: the auction house keeps bidding for you up to your maximum.
      </p>
      <div className="mt-6">
        <Button onClick={reloadFresh}>Try again</Button>
      </div>
    </Page>
  )
}
