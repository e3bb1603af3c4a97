import { timingSafeEqual } from 'node:crypto'
import type { House } from '#server/platform/house.ts'

const SHOWN_MS = 5 * 60_000

/** A path at which a mail can be seen for some minutes without headers, as a frame asks for it. */
export function mailPagePath(house: House, mailId: string): string {
  const until = house.now() + SHOWN_MS
  return `/api/mail-pages/${mailId}?until=${until}&key=${keyOf(house, mailId, until)}`
}

export function isMailPageKey(house: House, mailId: string, until: number, key: string): boolean {
  if (until < house.now() || until > house.now() + SHOWN_MS) return false
  const given = Buffer.from(key, 'hex')
  const right = Buffer.from(keyOf(house, mailId, until), 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

function keyOf(house: House, mailId: string, until: number): string {
  return house.keys.mac('mail-page', `${mailId} ${until}`).toString('hex').slice(0, 48)
}

/** A mail has styles on its elements and nothing else: no script, no picture, nothing from elsewhere, and no power over our origin. */
export const MAIL_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
}
