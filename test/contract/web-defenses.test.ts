import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { ProblemBody } from '#contract/platform/problem.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { addressOf, callEndpoint, nameOf, send, type Answer } from './requests.ts'
import { sampleOf } from './samples.ts'

/** What other websites, proxies and faulty clients can't do, checked for every endpoint. */

let server: TestServer
let owner: CastMember

beforeAll(async () => {
  server = await openTestServer()
  owner = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => server.close())

const MUTATIONS = ENDPOINTS.filter(({ method }) => method !== 'GET').map((each) => [nameOf(each), each] as const)
const codeOf = ({ status, json }: Answer) => `${status} ${ProblemBody.safeParse(json).data?.code ?? ''}`.trim()

describe('another website', () => {
  test.each(MUTATIONS)('cannot send %s from a browser', async (_, endpoint) => {
    const from = { authorization: `Bearer ${owner.token}` }
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.localhost:3000' },
    ]
    for (const headers of foreign) {
      const answer = await callEndpoint(server.url, endpoint, sampleOf(endpoint), { ...from, ...headers })
      expect([headers, codeOf(answer)]).toEqual([headers, '403 foreign-origin'])
    }
  })

  test('is distinguished from our own pages, which browsers name, and from programs, which name nothing', async () => {
    const { publicUrl } = server.app.config
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-origin', origin: publicUrl },
      { 'sec-fetch-site': 'none' },
      { origin: server.url },
    ]) {
      const answer = await send(`${server.url}/api/logout`, { method: 'POST', headers })
      expect([headers, answer.status]).toEqual([headers, 204])
    }
  })

  test('may link to us: reading is open to any origin', async () => {
    const answer = await send(`${server.url}/api/auctions`, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(200)
  })

  test('can’t sign anybody out: without a valid session the cookie stays', async () => {
    const url = `${server.url}/api/logout`
    const form = new FormData()
    form.set('a', 'b')
    const attack = await send(url, { method: 'POST', body: form, headers: { cookie: 'paddock_session=theirs' } })
    expect(attack.status).toBe(415)
    expect(attack.headers.get('set-cookie')).toBeNull()
    for (const headers of [{}, { authorization: 'Bearer forged' }] as Record<string, string>[]) {
      const answer = await send(url, { method: 'POST', headers })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, null])
    }
  })
})

/** These read the raw bytes: Stripe's signed report and an email. */
const RAW = ['POST /api/payments/stripe/webhook', 'POST /api/inbound-email']

describe('form data', () => {
  test.each(MUTATIONS.filter(([, { body }]) => body !== 'multipart'))('is refused by %s', async (name, endpoint) => {
    const form = new FormData()
    form.set('a', 'b')
    const url = server.url + addressOf(endpoint, sampleOf(endpoint))
    const answer = await send(url, { method: endpoint.method, token: owner.token, body: form })
    const expected = RAW.includes(name) ? /^4/ : /^415 unsupported-media$/
    expect(codeOf(answer)).toMatch(expected)
  })

  test.each(MUTATIONS.filter(([, { body }]) => body === 'multipart'))(
    'is the only type that %s reads',
    async (_, endpoint) => {
      const url = server.url + addressOf(endpoint, sampleOf(endpoint))
      const answer = await send(url, { method: endpoint.method, token: owner.token, body: '{}' })
      expect(codeOf(answer)).toBe('415 unsupported-media')
    },
  )
})

describe('an unsupported method', () => {
  const paths = [...new Set(ENDPOINTS.map(({ path }) => path))]
  test.each(paths)('is a 405 at %s that lists the supported ones', async (path) => {
    const own = ENDPOINTS.filter((each) => each.path === path)
    const [endpoint] = own
    const url = server.url + addressOf({ path }, sampleOf(endpoint!))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const get = own.find((each) => each.method === 'GET')
      if (own.some((each) => each.method === method) || (method === 'HEAD' && get?.media === undefined && get)) continue
      const answer = await send(url, { method, token: owner.token })
      // A neighboring route's variable may match a literal, such as `by-number` as a lot's id.
      if (answer.status === 400 || answer.status === 404) continue
      expect([method, answer.status]).toEqual([method, 405])
      const allowed = answer.headers.get('allow')?.split(', ') ?? []
      for (const each of own) expect(allowed).toContain(each.method)
      expect(allowed).not.toContain(method)
    }
  })

  test.each(['/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/api/openapi.json'])(
    'is 405 at %s',
    async (path) => {
      const answer = await send(server.url + path, { method: 'DELETE' })
      expect([codeOf(answer), answer.headers.get('allow')]).toEqual(['405 method-not-allowed', 'GET, HEAD'])
    },
  )
})

const ON_EVERY_ANSWER = ['cross-origin-opener-policy', 'permissions-policy', 'x-content-type-options']

describe('headers that keep browsers safe', () => {
  test.each([
    ['an answer', 'GET', '/api/auctions'],
    ['the same answer again, sent early', 'GET', '/api/auctions'],
    ['a refusal', 'GET', '/api/user'],
    ['what is not there', 'GET', '/api/nothing'],
    ['a wrong method', 'DELETE', '/api/auctions'],
    ['the feed', 'GET', '/api/feed'],
    ['a probe', 'GET', '/healthz'],
    ['a list for robots', 'GET', '/robots.txt'],
  ])('are on %s', async (_, method, path) => {
    const { headers } = await send(server.url + path, { method })
    for (const name of ON_EVERY_ANSWER) expect([name, headers.get(name)]).toEqual([name, expect.any(String)])
  })

  test('are on answers to unreadable requests', async () => {
    const answer = await raw('GET /api/auctions HTTP/1.1\r\nbroken\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    for (const name of ON_EVERY_ANSWER) expect(answer).toContain(`\r\n${name}: `)
  })
})

describe('a request', () => {
  test.each([
    ['/api/auctions', 'GET'],
    ['/api/auctions', 'GET'],
    ['/api/logout', 'POST'],
    ['/healthz', 'GET'],
  ])('that names two hosts is refused: %s', async (path, method) => {
    const answer = await raw(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"invalid-input"')
  })

  test('with two bearers has none', async () => {
    const bearer = `Authorization: Bearer ${owner.token}\r\n`
    const answer = await raw(`GET /api/user HTTP/1.1\r\nHost: a\r\n${bearer}${bearer}Connection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})

test('with an https site, the API refuses plain HTTP and never redirects', async () => {
  const secure = await openTestServer({ config: { publicUrl: 'https://paddock.example', trustProxy: ['127.0.0.1'] } })
  const ask = (path: string, proto: string, method = 'GET') =>
    send(secure.url + path, { method, headers: { 'x-forwarded-proto': proto } })
  // The second answer is a ready one, sent before the framework sees the request.
  for (let turn = 0; turn < 2; turn += 1) {
    expect(codeOf(await ask('/api/auctions', 'http'))).toBe('403 https-required')
    expect((await ask('/api/auctions', 'https')).status).toBe(200)
  }
  expect(codeOf(await ask('/api/login', 'http', 'POST'))).toBe('403 https-required')
  expect((await ask('/healthz', 'http')).status).toBe(200)
  await secure.close()
  const untrusting = await openTestServer({ config: { publicUrl: 'https://paddock.example' } })
  const claimed = await send(`${untrusting.url}/api/auctions`, { headers: { 'x-forwarded-proto': 'http' } })
  expect(claimed.status).toBe(200)
  await untrusting.close()
})

/** What the server answers to these bytes. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const socket = net.connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.once('close', () => resolve(answer))
    socket.once('error', reject)
    socket.write(request)
  })
}
