import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reloadFresh } from '../platform/leave.ts'
import { keepStored, readStored } from '../platform/stored.ts'
import { showMissingRoot, showStartFailure } from './start-failure.ts'

/**
 * Renders the application into its element. A missing element and a failure during start each have their own page, built without React,
 * which may be what failed. Source: the specification, section 2. Returns the function that unmounts the application.
 */
export function start(root: HTMLElement | null, client: QueryClient): () => void {
  if (root === null) {
    showMissingRoot()
    return () => {}
  }
  window.addEventListener('vite:preloadError', reloadForNewBuild)
  const forget = () => window.removeEventListener('vite:preloadError', reloadForNewBuild)
  try {
    const tree = createRoot(root, { onUncaughtError: (failure) => showStartFailure(failure) })
    performance.mark('started')
    // In slices: a press in the first second does not wait for the whole page.
    startTransition(() => tree.render(<App client={client} />))
    return () => {
      forget()
      tree.unmount()
    }
  } catch (failure) {
    showStartFailure(failure)
    return forget
  }
}

const RELOADED_KEY = 'reloaded-for-build'

/**
 * A screen's file is gone because a newer build has replaced it: reloads the page, once, so that a file missing for
 * another reason ends on the failure page instead of in a loop.
 */
function reloadForNewBuild(): void {
  if (!navigator.onLine || readStored(RELOADED_KEY) !== null) return
  keepStored(RELOADED_KEY, 'yes')
  reloadFresh()
}
