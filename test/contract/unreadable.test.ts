import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { ProblemBody } from '#contract/platform/problem.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

/** Bytes as no client library would send them. */

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Sends bytes on their own connection and reads until the server closes it. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

const request = (line: string, headers: string[] = []) =>
  `${line} HTTP/1.1\r\n${['Host: paddock.test', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`

const JSON_TYPE = ['Content-Type: application/json']

test.each([
  ['a method nobody uses', request('PROPFIND /api/lots'), 405],
  ['a trace', request('TRACE /api/lots'), 405],
  ['an unknown method', request('BLAH /api/lots'), 400],
  ['no host', 'GET /api/auctions HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a broken escape', request('GET /api/%zz'), 400],
  ['a broken escape in an id', request('GET /api/lots/%zz/summary'), 400],
  ['NUL in an address', request('GET /api/lots/%00/summary'), 400],
  ['two slashes', request('GET //api/lots'), 404],
  ['the interface itself', request('GET /api'), 404],
  ['POST to a page', request('POST /'), 404],
  ['an id of 300 letters', request(`GET /api/lots/${'x'.repeat(300)}/summary`), 404],
  ['an address of 20 kB', request(`GET /api/lots?q=${'x'.repeat(20_000)}`), 431],
  ['an invalid length', request('POST /api/login', ['Content-Type: application/json', 'Content-Length: many']), 400],
  ['an invalid type', `${request('POST /api/login', ['Content-Type: ;;;', 'Content-Length: 2'])}{}`, 415],
  ['a search that is not UTF-8', request('GET /api/lots?q=%ff'), 400],
  ['half a letter in a search', request('GET /api/search/suggestions?q=caf%C3'), 400],
  ['a broken escape in a search', request('GET /api/lots?q=100%'), 400],
  ['a parameter’s name that is not UTF-8', request('GET /api/auctions?%ff=1'), 400],
  [
    'a name that is not UTF-8',
    `${request('POST /api/login', [...JSON_TYPE, 'Content-Length: 40'])}{"email":"a@b.cc","password":"caf\xe9...."}`,
    400,
  ],
  [
    'an unknown expectation',
    `${request('POST /api/login', [...JSON_TYPE, 'Expect: luck', 'Content-Length: 2'])}{}`,
    400,
  ],
])('%s is refused in the one shape, never stored and never guessed at', async (_, bytes, expected) => {
  const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n')
  const [status, ...headers] = head.toLowerCase().split('\r\n')
  expect(status).toMatch(new RegExp(`^http/1\\.1 ${expected} `))
  expect(headers).toEqual(
    expect.arrayContaining([
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
    ]),
  )
  const { message, requestId } = ProblemBody.parse(JSON.parse(body))
  expect(message).toMatch(/^[A-Z][^{}'"]*\.$/)
  expect(requestId).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('no endpoint reads a query that is not UTF-8', async () => {
  for (const { method, path } of ENDPOINTS) {
    const sent = await fetch(`${server.url}${path}?q=%ff`, { method })
    expect([sent.status, ((await sent.json()) as ProblemBody).message], `${method} ${path}`).toEqual([
      400,
      'The query is not percent-encoded UTF-8.',
    ])
  }
})

test('a connection that sends garbage does not disturb the next one', async () => {
  await Promise.all(Array.from({ length: 20 }, () => exchange('\0\0\0\0\r\n\r\n')))
  expect((await fetch(`${server.url}/api/auctions`)).status).toBe(200)
})
