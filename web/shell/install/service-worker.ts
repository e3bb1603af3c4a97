import { reloadFresh } from '../../platform/leave.ts'

let waiting: ServiceWorker | null = null
const watchers = new Set<() => void>()

/** Registers `/sw.js` and watches for a newer version of the page. A failure is logged only. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/sw.js')
    offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const arriving = registration.installing
      arriving?.addEventListener('statechange', () => {
        if (arriving.state === 'installed') offer(arriving)
      })
    })
  } catch (failure) {
    console.error('Registering the service worker failed.', failure)
  }
}

/** A browser's first worker is not an update: nothing controls the page yet. */
function offer(worker: ServiceWorker | null): void {
  if (worker === null || navigator.serviceWorker.controller === null) return
  waiting = worker
  for (const changed of watchers) changed()
}

export function watchUpdate(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export function updateIsWaiting(): boolean {
  return waiting !== null
}

/** Activates the newer version and reloads the page from it. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', reloadFresh, { once: true })
  waiting?.postMessage('take-over')
}
