import { keepStored, readStored } from '../../platform/stored.ts'

/** The browser's own install prompt; not yet in TypeScript's DOM types. */
type InstallEvent = Event & { prompt(): Promise<unknown> }

/** How this browser can put the site on the home screen. */
export type InstallOffer = { way: 'prompt'; event: InstallEvent } | { way: 'share-menu' } | null

const DISMISSED_KEY = 'install-dismissed'

/** What the browser can do, also after the person declined it: the menu offers it again. */
let able: InstallOffer = null
let isDeclined = false
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

/** What floats over the page. Null if there is no offer, or if the person has declined it before. */
export function installOffer(): InstallOffer {
  return isDeclined ? null : able
}

/** Whether the menu can offer to install. */
export function canInstall(): boolean {
  return able !== null
}

export function declineInstall(): void {
  keepStored(DISMISSED_KEY, 'yes')
  isDeclined = true
  notifyWatchers()
}

/** From the menu: shows the browser's prompt, or the steps where people install by hand. */
export async function installFromMenu(): Promise<void> {
  if (able?.way === 'prompt') return acceptInstall()
  isDeclined = false
  notifyWatchers()
}

/** An event prompts once; the browser fires another one if the person changes their mind. */
export async function acceptInstall(): Promise<void> {
  if (able?.way !== 'prompt') return
  const { event } = able
  set(null)
  await event.prompt()
}

function set(next: InstallOffer): void {
  able = next
  isDeclined = readStored(DISMISSED_KEY) !== null
  notifyWatchers()
}

function notifyWatchers(): void {
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
