import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'
import { insertLink, linksSent, type LinkPurpose } from './link-store.ts'

/** How long a link works, in minutes. A password reset is completed in one sitting; a confirmation email may be read days later. */
const MINUTES: Record<LinkPurpose, number> = { 'confirm-email': 72 * 60, 'change-email': 24 * 60, 'reset-password': 30 }
/** Limits on links per purpose, per minute and per day, so that no one can flood an inbox. All strangers share one limit. */
const PER_MINUTE = 1
const PER_DAY = 5
const PER_DAY_STRANGERS = 20

/** What is stored of a link's secret. */
export function linkHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/**
 * Makes a link to send to `email`: a path on our origin. The secret comes after the `#`, which browsers never send, so it
 * appears in no log and no referrer. `isKnown`: the person asks, in a session or from their known device. Null: enough were sent
 * lately.
 */
export async function makeLink<T>(
  trx: Kysely<T>,
  accountId: string,
  purpose: LinkPurpose,
  email: string,
  { isKnown }: { isKnown: boolean },
): Promise<string | null> {
  const sent = await linksSent(trx, accountId, purpose, isKnown)
  if (sent.minute >= PER_MINUTE || sent.day >= (isKnown ? PER_DAY : PER_DAY_STRANGERS)) return null
  const secret = randomBytes(32).toString('base64url')
  const link = {
    id: newId(),
    account_id: accountId,
    purpose,
    email,
    token_hash: linkHash(secret),
    minutes: MINUTES[purpose],
    from_known_device: isKnown,
  }
  await insertLink(trx, link)
  return `/auth#${purpose}=${secret}`
}
