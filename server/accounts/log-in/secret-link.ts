import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'
import { insertLink, linksSent, type LinkPurpose } from './link-store.ts'

/** How long a link works, in minutes. A new password is asked for and chosen in one sitting; mail may be read days later. */
const MINUTES: Record<LinkPurpose, number> = { 'confirm-email': 72 * 60, 'change-email': 24 * 60, 'reset-password': 30 }
/** More links of a purpose than this nobody is sent in a minute and in a day: mail is no weapon. Strangers share a limit of their own. */
const PER_MINUTE = 1
const PER_DAY = 5
const PER_DAY_STRANGERS = 20

/** What is stored of a link's secret. */
export function linkHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/**
 * Makes a link to send to `email`: a path on our origin. The secret stands behind the `#`, which browsers keep to themselves, so it
 * shows up in no log and no referrer. `isKnown`: the person asks, in a session or from a device of theirs. Null: enough were sent
 * lately.
 */
export async function makeLink<T>(
  trx: Kysely<T>,
  accountId: string,
  purpose: LinkPurpose,
  email: string,
  isKnown = false,
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
