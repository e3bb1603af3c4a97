import { useSyncExternalStore } from 'react'

/** Whether the device has a connection, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(watch, isOnline, () => true)
}

/** Resolves when the device has a connection, possibly immediately. Rejects with the signal's reason when aborted. */
export function whenOnline(signal: AbortSignal): Promise<void> {
  if (isOnline()) return Promise.resolve()
  return new Promise((done, fail) => {
    window.addEventListener('online', () => done(), { once: true, signal })
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true })
  })
}

export function isOnline(): boolean {
  return navigator.onLine
}

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
