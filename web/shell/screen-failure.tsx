import { Component, type ReactNode } from 'react'
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
