import { t } from '#web/platform/language/text.ts'
import { subscribePush, unsubscribePush } from '#contract/notifications/notifications.ts'
import { call } from '#web/platform/request.ts'

/** What this browser can do: nothing, nothing since the person declined, or ask. */
export type PushAbility = 'unsupported' | 'install-first' | 'denied' | 'able'

export function pushAbility(): PushAbility {
  if ('PushManager' in globalThis && 'serviceWorker' in navigator && 'Notification' in globalThis)
    return Notification.permission === 'denied' ? 'denied' : 'able'
  // Safari on phones offers push only to pages on the home screen.
  return /iPhone|iPad/.test(navigator.userAgent) ? 'install-first' : 'unsupported'
}

/** This browser's push subscription, or null. */
export async function ownEndpoint(): Promise<string | null> {
  if (pushAbility() !== 'able') return null
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription?.endpoint ?? null
}

/** The person declined the browser's prompt. */
class PushDenied extends Error {}

/** Shows the browser's permission prompt, then registers with the browser's push service and with our server. */
export async function turnOn(pushKey: string): Promise<string[]> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushDenied(t`Your browser doesn’t allow notifications from this site.`)
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription for another of our server keys cannot receive messages.
  const held = await pushManager.getSubscription()
  if (held !== null && !isKey(held, pushKey)) await held.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const reply = await call(subscribePush, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
  return reply.pushEndpoints
}

export async function turnOff(endpoint: string): Promise<string[]> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const reply = await call(unsubscribePush, { body: { endpoint } })
  await subscription?.unsubscribe()
  return reply.pushEndpoints
}

function isKey({ options }: PushSubscription, pushKey: string): boolean {
  const { applicationServerKey } = options
  if (applicationServerKey === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === pushKey
}
