import { timingSafeEqual } from 'node:crypto'
import type { House } from './house.ts'
import { notFound, Problem } from './problem.ts'

/** Long enough to be opened, too short to be passed around. */
const LIFE_MS = 10 * 60_000

/**
 * A link to something that a browser opens without headers, such as a PDF: `path` (of our own origin, without a query) with its end
 * and a signature behind it. Whoever has the link may open it until then, so it is made anew for each opening.
 */
export function signLink(house: House, path: string): { url: string; expiresAt: number } {
  const expiresAt = house.now() + LIFE_MS
  const query = new URLSearchParams({
    expires: String(expiresAt),
    signature: signatureOf(house, path, String(expiresAt)),
  })
  return { url: `${path}?${query.toString()}`, expiresAt }
}

/** Throws 404 for a link that is not ours, and 410 for one whose time is over. */
export function checkLink(house: House, path: string, given: { expires: string; signature: string }): void {
  const expected = Buffer.from(signatureOf(house, path, given.expires))
  const signature = Buffer.from(given.signature)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw notFound('this page')
  if (Number(given.expires) < house.now()) {
    throw new Problem(410, 'link-expired', 'The time of this link is over. Open it anew from the page it came from.')
  }
}

function signatureOf(house: House, path: string, expires: string): string {
  return house.keys.mac('signed-link', `${path}\n${expires}`).toString('base64url')
}
