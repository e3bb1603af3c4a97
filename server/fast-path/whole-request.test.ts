import { describe, expect, test } from 'vitest'
import { isWholeGet, readWhole } from './whole-request.ts'

const BODY = '{"amount":100}'

function post(lines: readonly string[] = [], body = BODY, first = 'POST /api/lots/1/bids HTTP/1.1'): string {
  return [first, `Content-Length: ${BODY.length}`, ...lines, '', body].join('\r\n')
}

test('a whole, plain request is read as it was sent', () => {
  const request = readWhole(post(['Host: paddock', 'connection: Keep-Alive', 'x-empty:', 'x-two:a  b']), null)
  expect(request?.body).toBe(BODY)
  expect(request?.head.url).toBe('/api/lots/1/bids')
  expect(request?.head.headers).toEqual({
    'content-length': '14',
    host: 'paddock',
    connection: 'Keep-Alive',
    'x-empty': '',
    'x-two': 'a  b',
  })
})

test('a head that is the last one’s is not read again, and its length still counts', () => {
  const { head } = readWhole(post(), null)!
  expect(readWhole(post(), head)?.head).toBe(head)
  expect(readWhole(post(['x-note: other']), head)?.head.headers['x-note']).toBe('other')
  expect(readWhole(`${post()} `, head)).toBeNull()
})

test.each([
  ['begins only', post().slice(0, -1)],
  ['has more behind it', `${post()}\r\n`],
  ['is followed by another', post() + post()],
  ['has no end of its headers', post().slice(0, 40)],
  ['is of another version', post([], BODY, 'POST /api/lots/1/bids HTTP/1.0')],
  ['is of another method', post([], BODY, 'PUT /api/lots/1/bids HTTP/1.1')],
  ['has a space in its address', post([], BODY, 'POST /api/lots/1/bids  HTTP/1.1')],
  ['has a line that goes on in the next', post(['x-note: one', ' two'])],
  ['has a space before a colon', post(['x-note : one'])],
  ['ends a line with a line feed alone', post(['x-note: one\nx-other: two'])],
  ['has a letter beyond ASCII in a header', post(['x-note: \u00e9'])],
  ['has a letter beyond ASCII in its body', post([], '{"amount":1\u00e90}')],
  ['has a header twice', post(['x-note: one', 'X-Note: two'])],
  ['names two lengths', post(['content-length: 14'])],
  ['has another length', post(['x-note: one']).replace('Length: 14', 'Length: 014')],
  ['is sent in chunks', post(['transfer-encoding: chunked'])],
  ['expects an answer before its body', post(['expect: 100-continue'])],
  ['ends its connection', post(['connection: close'])],
  ['changes its protocol', post(['connection: upgrade', 'upgrade: h2c'])],
  ['is longer than we read', post([`x-note: ${'a'.repeat(9000)}`])],
])('a request that %s is left to Node', (_, characters) => {
  expect(readWhole(characters, null)).toBeNull()
})

describe('a whole read', () => {
  const get = (more = '') => `GET /api/user HTTP/1.1\r\nhost: paddock\r\n${more}\r\n`

  test('ends with its headers', () => {
    expect(isWholeGet(get())).toBe(true)
  })

  test.each([
    ['with a body', get('Content-Length: 3\r\n')],
    ['in chunks', get('Transfer-Encoding: chunked\r\n')],
    ['with another behind it', get() + get()],
    ['that begins only', get().slice(0, -1)],
    ['of another method', get().replace('GET', 'PUT')],
  ])('is none %s', (_, characters) => {
    expect(isWholeGet(characters)).toBe(false)
  })
})
