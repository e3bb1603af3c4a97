import { keepStored, readStored } from '../../platform/stored.ts'

/** The browser's own install prompt; not yet in TypeScript's DOM types. */
export type InstallEvent = Event & { prompt(): Promise<unknown> }

/** How this browser can put Paddock on the home screen. */
export type InstallOffer = { way: 'prompt'; event: InstallEvent } | { way: 'share-menu' } | null

const DISMISSED_KEY = 'install-dismissed'

let offer: InstallOffer = null
const watchers = new Set<() => void>()

/** Starts listening; the browser may fire its event before anything renders. Returns the unsubscribe function. */
export function listenForInstallOffer(): () => void {
  const onOffer = (event: Event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    set({ way: 'prompt', event })
  }
  const onInstalled = () => set(null)
  window.addEventListener('beforeinstallprompt', onOffer)
  window.addEventListener('appinstalled', onInstalled)
  if (isIos() && !isInstalled()) set({ way: 'share-menu' })
  return () => {
    window.removeEventListener('beforeinstallprompt', onOffer)
    window.removeEventListener('appinstalled', onInstalled)
  }
}

export function watchInstallOffer(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** Null if there is none, or if the person has declined it before. */
export function installOffer(): InstallOffer {
  return offer
}

export function declineInstall(): void {
  keepStored(DISMISSED_KEY, 'yes')
  set(null)
}

export async function acceptInstall(): Promise<void> {
  if (offer?.way !== 'prompt') return
  const { event } = offer
  set(null)
  await event.prompt()
}

function set(next: InstallOffer): void {
  offer = next !== null && readStored(DISMISSED_KEY) !== null ? null : next
  for (const changed of watchers) changed()
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function'
}

/** Safari on iOS installs only by hand. An iPad identifies as a Mac, but has a touch screen. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}
