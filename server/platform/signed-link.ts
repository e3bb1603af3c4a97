import { timingSafeEqual } from 'node:crypto'
import type { App } from './app.ts'
import { notFound, Problem } from './problem.ts'

/** In ms. Long enough to open it, too short to pass it around. */
const LIFE_MS = 10 * 60_000

/**
 * A link to something that a browser opens without headers, such as a PDF: `path` (on our origin, without a query) with an expiry and a
 * signature. Anyone with the link may open it until it expires, so a new one is made for each opening.
 */
export function signLink(app: App, path: string): { url: string; expiresAt: number } {
  const expiresAt = app.now() + LIFE_MS
  const query = new URLSearchParams({
    expires: String(expiresAt),
    signature: signatureOf(app, path, String(expiresAt)),
  })
  return { url: `${path}?${query.toString()}`, expiresAt }
}

/** Throws 404 for a link that we did not sign, and 410 for an expired one. */
export function checkLink(app: App, path: string, given: { expires: string; signature: string }): void {
  const expected = Buffer.from(signatureOf(app, path, given.expires))
  const signature = Buffer.from(given.signature)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw notFound('this page')
  if (Number(given.expires) < app.now()) {
    throw new Problem(410, 'link-expired', 'This link has expired. Open it again from the page it came from.')
  }
}

function signatureOf(app: App, path: string, expires: string): string {
  return app.keys.mac('signed-link', `${path}\n${expires}`).toString('base64url')
}
