import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { Problem } from '../problem.ts'
import { ourProxies } from './proxies.ts'

/**
 * Refuses requests before routing: a request with no host or with two, which a proxy may have interpreted differently; an API request whose
 * query isn’t UTF-8, as a body in another encoding is refused; and, when the site uses https, an API request that reached our proxy over
 * plain HTTP; a redirect would teach clients to send their token unencrypted first.
 * Null: nothing is wrong. Runs for every request, so it reads two headers and, without escapes, allocates nothing.
 */
type Arrived = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'url' | 'socket'>

export function unwelcome({ publicUrl, trustProxy }: Config): (request: Arrived) => Problem | null {
  const isHttps = publicUrl.startsWith('https:')
  const isOurProxy = ourProxies(trustProxy)
  return ({ headers, httpVersion, url = '', socket }) => {
    if (headers.host === undefined && httpVersion === '1.1') return noHost()
    // The server joins duplicate headers with a comma, which no host name contains.
    if (headers.host?.includes(',') === true) return twoHosts()
    if (!url.startsWith('/api')) return null
    if (!isQueryUtf8(url)) return badQuery()
    if (!isHttps) return null
    const said = headers['x-forwarded-proto']
    if (typeof said !== 'string' || !said.endsWith('http')) return null
    return isOurProxy(socket.remoteAddress) ? httpsRequired() : null
  }
}

/** Parsers replace letters that they can’t decode. */
function isQueryUtf8(url: string): boolean {
  const start = url.indexOf('?')
  if (start === -1 || !url.includes('%', start)) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}

function badQuery(): Problem {
  return new Problem(400, 'invalid-input', 'The query is not percent-encoded UTF-8.')
}

function noHost(): Problem {
  return new Problem(400, 'invalid-input', 'The request names no host.')
}

function twoHosts(): Problem {
  return new Problem(400, 'invalid-input', 'The request names more than one host.')
}

function httpsRequired(): Problem {
  return new Problem(403, 'https-required', 'This API requires https://. Send the request there.')
}
