import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'
import { insertLink, linksSent, type LinkPurpose } from './link-store.ts'

/** How long a link works, in hours. A new password is asked for and chosen in one sitting; mail may be read days later. */
const HOURS: Record<LinkPurpose, number> = { 'confirm-email': 72, 'change-email': 24, 'reset-password': 1 }
/** More links of a purpose than this nobody is sent in a minute and in a day: mail is no weapon. */
const PER_MINUTE = 1
const PER_DAY = 5

/** What is stored of a link's secret. */
export function linkHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/**
 * Makes a link to send to `email`: a path on our origin. The secret stands behind the `#`, which browsers keep to themselves, so it
 * shows up in no log and no referrer. Null: enough were sent lately.
 */
export async function makeLink<T>(
  trx: Kysely<T>,
  accountId: string,
  purpose: LinkPurpose,
  email: string,
): Promise<string | null> {
  const sent = await linksSent(trx, accountId, purpose)
  if (sent.minute >= PER_MINUTE || sent.day >= PER_DAY) return null
  const secret = randomBytes(32).toString('base64url')
  const link = {
    id: newId(),
    account_id: accountId,
    purpose,
    email,
    token_hash: linkHash(secret),
    hours: HOURS[purpose],
  }
  await insertLink(trx, link)
  return `/auth#${purpose}=${secret}`
}
