import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { GiveUp, type Deliver } from '../dispatch.ts'
import { pushMessage } from '../mail/letter.ts'
import { deleteSubscription, keepSetting, readSetting, subscriptionsOf, type Subscription } from './push-store.ts'

const SETTING = 'vapidKeys'
const CONTEXT = 'vapid-private-key'
const SEND_MS_MAX = 10_000
/** How long a push service keeps a message for an offline browser, in seconds. */
const KEEP_S = 6 * 3600

type VapidKeys = { publicKey: string; privateKey: string }
/** `subject`: whom a push service may contact. */
type Vapid = VapidKeys & { subject: string }

/** The server's key pair for web push (RFC 8292), generated once and stored; the private key is encrypted. */
export async function readVapidKeys(app: App): Promise<VapidKeys> {
  const stored = (await readSetting(app.db, SETTING)) ?? (await keepSetting(app.db, SETTING, makeKeys(app)))
  const { publicKey, sealed } = stored as { publicKey: string; sealed: string }
  return { publicKey, privateKey: app.keys.open(Buffer.from(sealed, 'base64'), CONTEXT).toString() }
}

function makeKeys(app: App): { publicKey: string; sealed: string } {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { publicKey, sealed: app.keys.seal(Buffer.from(privateKey), CONTEXT).toString('base64') }
}

/** The browsers' push services. The server sends nowhere else, because clients choose the endpoint's address. */
const SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
  '.push.services.mozilla.com',
]

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '') return false
  return SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))
}

/**
 * Sends a notice to every browser of its reader. It counts as accepted once one push service accepts it; a browser that receives it
 * twice shows it once, by its tag. Expired subscriptions are deleted.
 */
export function pushDelivery(app: App): Deliver {
  return async (claim) => {
    const sentAt = app.now()
    const browsers = claim.accountId === null ? [] : await subscriptionsOf(app.db, claim.accountId)
    if (browsers.length === 0) throw new GiveUp('No browser is subscribed to push messages.')
    const { contact } = await readCompanyTerms(app)
    const tag = createHash('sha256').update(claim.key).digest('base64url').slice(0, 32)
    const payload = JSON.stringify({ ...(await pushMessage(app, claim)), tag })
    // Push services require a contact address.
    const operator = contact.email || `postmaster@${new URL(app.config.publicUrl).hostname}`
    const vapid = { subject: `mailto:${operator}`, ...(await readVapidKeys(app)) }
    const results = await Promise.allSettled(browsers.map((browser) => push(app, vapid, browser, payload, tag)))
    const taken = results.filter((result) => result.status === 'fulfilled' && result.value).length
    if (taken > 0) return { sentAt, deliveredAt: app.now() }
    const failed = results.find((result) => result.status === 'rejected')
    if (failed === undefined) throw new GiveUp('No browser is subscribed to push messages anymore.')
    throw failed.reason as Error
  }
}

/** False: the subscription has expired. Throws when a retry may help. */
async function push(app: App, vapid: Vapid, browser: Subscription, payload: string, tag: string) {
  const { endpoint, p256dh, auth } = browser
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: vapid,
    TTL: KEEP_S,
    urgency: 'high',
    topic: tag,
  })
  const response = await fetch(details.endpoint, {
    method: details.method,
    headers: Object.entries(details.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: new Uint8Array(details.body),
    redirect: 'manual',
    signal: AbortSignal.timeout(SEND_MS_MAX),
  })
  await response.body?.cancel()
  if (response.ok) return true
  if (response.status === 429 || response.status >= 500) throw new Error(`the push service answered ${response.status}`)
  await deleteSubscription(app.db, browser.id)
  return false
}
