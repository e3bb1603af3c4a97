import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { GiveUp, type Deliver } from '../dispatch.ts'
import { outsideWords } from '../mail/letter.ts'
import { deleteSubscription, keepSetting, readSetting, subscriptionsOf, type Subscription } from './push-store.ts'

const SETTING = 'vapidKeys'
const CONTEXT = 'vapid-private-key'
const SEND_MS_MAX = 10_000
/** How long a push service keeps a message for a browser that is away. */
const KEEP_S = 6 * 3600

type VapidKeys = { publicKey: string; privateKey: string }
/** With whom a push service may get in touch. */
type Vapid = VapidKeys & { subject: string }

/** The house's key pair for web push (RFC 8292), made once and kept; the private one encrypted. */
export async function readVapidKeys(house: House): Promise<VapidKeys> {
  const stored = (await readSetting(house.db, SETTING)) ?? (await keepSetting(house.db, SETTING, makeKeys(house)))
  const { publicKey, sealed } = stored as { publicKey: string; sealed: string }
  return { publicKey, privateKey: house.keys.open(Buffer.from(sealed, 'base64'), CONTEXT).toString() }
}

function makeKeys(house: House): { publicKey: string; sealed: string } {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { publicKey, sealed: house.keys.seal(Buffer.from(privateKey), CONTEXT).toString('base64') }
}

/** Push services of the browsers. The house sends to nowhere else: an endpoint is an address that a client names. */
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
 * Sends a notice to every browser of its reader. Accepted by one is accepted; a browser that gets it twice shows it once, by its tag.
 * Subscriptions that ended are forgotten.
 */
export function pushDelivery(house: House): Deliver {
  return async (claim) => {
    const sentAt = house.now()
    const browsers = await subscriptionsOf(house.db, claim.accountId)
    if (browsers.length === 0) throw new GiveUp('No browser takes push messages.')
    const { contact, timeZone } = await readHouseTerms(house)
    const words = outsideWords(house, claim, timeZone)
    const tag = createHash('sha256').update(claim.key).digest('base64url').slice(0, 32)
    const payload = JSON.stringify({ title: words.title, body: words.body, url: words.action?.path ?? '/', tag })
    // Push services want to know whom to write to.
    const operator = contact.email || `postmaster@${new URL(house.config.publicUrl).hostname}`
    const vapid = { subject: `mailto:${operator}`, ...(await readVapidKeys(house)) }
    const results = await Promise.allSettled(browsers.map((browser) => push(house, vapid, browser, payload, tag)))
    const taken = results.filter((result) => result.status === 'fulfilled' && result.value).length
    if (taken > 0) return { sentAt, deliveredAt: house.now() }
    const failed = results.find((result) => result.status === 'rejected')
    if (failed === undefined) throw new GiveUp('No browser takes push messages any more.')
    throw failed.reason as Error
  }
}

/** False: this browser takes no messages any more. Throws where trying again may help. */
async function push(house: House, vapid: Vapid, browser: Subscription, payload: string, tag: string) {
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
  await deleteSubscription(house.db, browser.id)
  return false
}
