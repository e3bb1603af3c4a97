import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { Problem } from '../problem.ts'
import { ourProxies } from './proxies.ts'

/**
 * What is refused before any route sees it: a request for two hosts, which a proxy before us may have read as one for the other, and,
 * where people reach us over https, one for the API that reached our proxy over plain HTTP. A redirect would teach clients to send
 * their bearer unencrypted first. Null: nothing is wrong. Asked for every request, so it looks at two headers and allocates nothing.
 */
export function unwelcome({ publicUrl, trustProxy }: Config): (request: IncomingMessage) => Problem | null {
  const isHttps = publicUrl.startsWith('https:')
  const isOurProxy = ourProxies(trustProxy)
  return ({ headers, url = '', socket }) => {
    // The server joins headers that come twice, and no host's name has a comma.
    if (headers.host?.includes(',') === true) return twoHosts()
    if (!isHttps || !url.startsWith('/api')) return null
    const said = headers['x-forwarded-proto']
    if (typeof said !== 'string' || !said.endsWith('http')) return null
    return isOurProxy(socket.remoteAddress) ? httpsRequired() : null
  }
}

function twoHosts(): Problem {
  return new Problem(400, 'invalid-input', 'The request names more than one host.')
}

function httpsRequired(): Problem {
  return new Problem(403, 'https-required', 'This API is reached over https:// only. Send the request there.')
}
