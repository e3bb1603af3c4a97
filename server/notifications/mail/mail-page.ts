import { timingSafeEqual } from 'node:crypto'
import type { App } from '#server/platform/app.ts'

const SHOWN_MS = 5 * 60_000

/** A path that shows an email for a few minutes without request headers, for use in a frame. */
export function mailPagePath(app: App, mailId: string): string {
  const until = app.now() + SHOWN_MS
  return `/api/mail-pages/${mailId}?until=${until}&key=${keyOf(app, mailId, until)}`
}

export function isMailPageKey(app: App, mailId: string, until: number, key: string): boolean {
  if (until < app.now() || until > app.now() + SHOWN_MS) return false
  const given = Buffer.from(key, 'hex')
  const right = Buffer.from(keyOf(app, mailId, until), 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

function keyOf(app: App, mailId: string, until: number): string {
  return app.keys.mac('mail-page', `${mailId} ${until}`).toString('hex').slice(0, 48)
}

/** An email has inline styles, our logo and nothing else: no scripts, no external content, no access to our origin. */
export const MAIL_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
}
