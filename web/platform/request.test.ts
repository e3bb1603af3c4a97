import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUser, logIn, logOut } from '#contract/accounts/accounts.ts'
import { listLots, readLot } from '#contract/lots/lots.ts'
import { createQueryClient } from './query.ts'
import { call, request, RequestError, failureMessage } from './request.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', fetched))

afterEach(() => {
  fetched.mockReset()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function sent() {
  const [url, init] = fetched.mock.calls.at(-1) ?? []
  return { url: String(url), init, headers: new Headers(init?.headers) }
}

async function failureOf(response: Response): Promise<RequestError> {
  fetched.mockResolvedValue(response)
  return request('GET', '/api/user').then(
    () => expect.unreachable(),
    (failure: RequestError) => failure,
  )
}

describe('every request', () => {
  test('includes cookies', async () => {
    fetched.mockResolvedValue(Response.json({}))
    await request('GET', '/api/user')
    expect(sent().init?.credentials).toBe('include')
  })

  test('carries the stored token as a bearer, and no Authorization without one', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    await request('GET', '/api/user')
    expect(sent().headers.has('Authorization')).toBe(false)
    localStorage.setItem('authToken', 'secret')
    await request('GET', '/api/user')
    expect(sent().headers.get('Authorization')).toBe('Bearer secret')
  })

  test('sends a body as JSON with its content type', async () => {
    fetched.mockResolvedValue(Response.json({}))
    await request('POST', '/api/anything', { a: 1 })
    expect(sent().init?.body).toBe('{"a":1}')
    expect(sent().headers.get('Content-Type')).toBe('application/json')
  })

  test('never sends a number that could not be read as "none"', async () => {
    fetched.mockResolvedValue(Response.json({}))
    await request('PATCH', '/api/anything', { reserve: Number('5OOO'), buyNow: null, costs: [{ rate: NaN }] })
    expect(JSON.parse(String(sent().init?.body))).toEqual({
      reserve: 'NaN',
      buyNow: null,
      costs: [{ rate: 'NaN' }],
    })
  })

  test('sends no content type without a body', async () => {
    fetched.mockResolvedValue(Response.json({}))
    await request('POST', '/api/logout')
    expect(sent().headers.has('Content-Type')).toBe(false)
    expect(sent().init?.body).toBeUndefined()
  })

  test('sends form data as it is, so that the browser writes its boundary', async () => {
    fetched.mockResolvedValue(Response.json({}))
    const form = new FormData()
    await request('POST', '/api/verification/documents', form)
    expect(sent().init?.body).toBe(form)
    expect(sent().headers.has('Content-Type')).toBe(false)
  })
})

describe('the message of an answer that is not ok', () => {
  test.each([
    ['its message field', '{"message":"Too low","error":"no"}', 'Too low'],
    ['else its error field', '{"error":"Too low"}', 'Too low'],
    ['else Request failed', '{"reason":"Too low"}', 'Request failed'],
    ['Request failed for JSON that is not an object', '"Too low"', 'Request failed'],
    ['the raw text where it is not JSON', 'Bad gateway, sorry', 'Bad gateway, sorry'],
  ])('is %s', async (_, body, message) => {
    expect((await failureOf(new Response(body, { status: 400 }))).message).toBe(message)
  })

  test('is the status text where the answer is empty, and Request failed where that is empty too', async () => {
    expect((await failureOf(new Response('', { status: 502, statusText: 'Bad Gateway' }))).message).toBe('Bad Gateway')
    expect((await failureOf(new Response('', { status: 502, statusText: '' }))).message).toBe('Request failed')
  })

  test('comes with status, code, request id and details', async () => {
    const body = { message: 'Too low', code: 'below-next-bid', requestId: 'r-1', details: { nextBid: 4250_00 } }
    expect(await failureOf(Response.json(body, { status: 409 }))).toMatchObject({
      status: 409,
      code: 'below-next-bid',
      requestId: 'r-1',
      details: { nextBid: 4250_00 },
    })
  })

  test('says that the server could not be reached where there is no answer at all', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(request('GET', '/api/user')).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  })

  test('an aborted request stays an aborted request', async () => {
    fetched.mockRejectedValue(new DOMException('Aborted', 'AbortError'))
    await expect(request('GET', '/api/user')).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('what a person is shown of an answer that is not ok', () => {
  test.each([
    ['the server’s own sentence', 409, '{"message":"Too low","code":"below-next-bid"}', 'Too low'],
    [
      'a sentence for a proxy’s page',
      503,
      '<html>bad gateway</html>',
      'We’re not available right now. Try again in a minute.',
    ],
    [
      'a sentence for a proxy’s text',
      502,
      'upstream connect error',
      'We’re not available right now. Try again in a minute.',
    ],
    ['a sentence for an empty body', 504, '', 'We’re not available right now. Try again in a minute.'],
    ['a sentence for JSON without one', 500, '{"oops":1}', 'We’re not available right now. Try again in a minute.'],
    [
      'what to do about a file that a proxy finds too large',
      413,
      '<html>413</html>',
      'This is too large to send. Choose a smaller file and try again.',
    ],
    [
      'when to come back where a proxy holds requests back',
      429,
      '<html>429</html>',
      'There were too many requests. Wait a minute and try again.',
    ],
    [
      'a sentence for a page of the network between',
      403,
      '<html>blocked</html>',
      'Something went wrong between you and our server. Check your connection and try again.',
    ],
  ])('is %s', async (_, status, body, words) => {
    const failure = await failureOf(new Response(body, { status, statusText: 'Bad Gateway' }))
    expect(failureMessage(failure)).toBe(words)
  })

  test('is a sentence where a success is not JSON, in a read and in a call', async () => {
    fetched.mockImplementation(async () => new Response('<html>Sign in to the hotel</html>'))
    const failures = await Promise.allSettled([
      createQueryClient().fetchQuery({ queryKey: ['/api/user'], retry: false }),
      call(currentUser),
    ])
    for (const one of failures)
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'Request failed', code: 'unreadable' } })
    expect(failures.map((one) => failureMessage(one.status === 'rejected' ? one.reason : null))).toEqual(
      Array(2).fill('Something went wrong between you and our server. Check your connection and try again.'),
    )
  })

  test('shows no internals where the page itself failed', () => {
    expect(failureMessage(new TypeError('x is not a function'))).toBe(
      'Something went wrong on this page. Reload it and try again.',
    )
  })
})

describe('a call by the contract', () => {
  test('fills in the path and the query, and omits undefined parts', async () => {
    fetched.mockImplementation(async () => Response.json({ items: [], next: null }))
    await call(readLot, { params: { lotId: 'a/b' } })
    expect(sent().url).toBe('/api/lots/a%2Fb')
    await call(listLots, { query: { q: 'land rover', limit: 9, cursor: undefined } })
    expect(sent().url).toBe('/api/lots?q=land+rover&limit=9')
  })

  test('uses the endpoint’s method and body', async () => {
    fetched.mockResolvedValue(Response.json({}))
    await call(logIn, { body: { email: 'ada@demo.paddock.example', password: 'x' } })
    expect(sent()).toMatchObject({ url: '/api/login', init: { method: 'POST' } })
  })

  test('answers null where the endpoint has no reply', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }))
    expect(await call(logOut)).toBeNull()
  })

  test('reads the reply as JSON', async () => {
    fetched.mockResolvedValue(Response.json({ paddle: 112 }))
    expect(await call(currentUser)).toEqual({ paddle: 112 })
  })
})
