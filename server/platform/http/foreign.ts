import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../problem.ts'

/**
 * Whether a browser sends this request for a page of another website. Browsers state it in `Sec-Fetch-Site` and `Origin`, which no page
 * can change; other programs send neither. `own`: the origin of `PUBLIC_URL`. A page on the host that the request names is ours too: a
 * browser always names the host it connects to. Source: Fetch Metadata; RFC 6454.
 */
export function isForeign(headers: IncomingHttpHeaders, own: string): boolean {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site === 'cross-site') return true
  if (origin === undefined) return site === 'same-site'
  return origin !== own && origin !== `${own.slice(0, own.indexOf(':'))}://${headers.host}`
}

export function foreignOrigin(): Problem {
  return new Problem(
    403,
    'foreign-origin',
    'This request came from another website, so we didn’t carry it out. Open our site and try there.',
  )
}
