import type { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { showMissingRoot, showStartFailure } from './start-failure.ts'

/**
 * Puts the application into its element. A missing element and a failure while starting each have a page of their own, built
 * without React, which may be what failed. Source: the specification, section 2.
 */
export function start(root: HTMLElement | null, client: QueryClient): void {
  if (root === null) {
    showMissingRoot()
    return
  }
  try {
    createRoot(root, { onUncaughtError: (failure) => showStartFailure(failure) }).render(<App client={client} />)
  } catch (failure) {
    showStartFailure(failure)
  }
}
