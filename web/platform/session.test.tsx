import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { person } from '../shell/stage.test-support.tsx'
import * as leave from './leave.ts'
import { createQueryClient, USER_KEY } from './query.ts'
import { askUser, logIn, logOut, useUser } from './session.tsx'

const fetched = vi.fn<typeof fetch>()
const goHome = vi.spyOn(leave, 'goHome').mockImplementation(() => {})
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => vi.stubGlobal('fetch', fetched))

afterEach(() => {
  cleanup()
  for (const spy of [fetched, goHome, logged]) spy.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function watchUser(client = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useUser(), { wrapper })
}

describe('the current user', () => {
  beforeEach(() => localStorage.setItem('authToken', 'a token'))

  test('counts as signed in when data returns', async () => {
    fetched.mockResolvedValue(Response.json(person()))
    const { result } = watchUser()
    expect(result.current).toMatchObject({ isLoading: true, isLoggedIn: false })
    await waitFor(() => expect(result.current).toMatchObject({ isLoading: false, isLoggedIn: true }))
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/user')
  })

  test('of a browser without a token is nobody, without a request', async () => {
    localStorage.clear()
    const { result } = watchUser()
    expect(result.current).toMatchObject({ isLoading: false, isLoggedIn: false, user: null })
    await Promise.resolve()
    expect(fetched).not.toHaveBeenCalled()
  })

  test('follows a sign-in and a sign-out in another tab', async () => {
    localStorage.clear()
    fetched.mockResolvedValue(Response.json(person()))
    const { result } = watchUser()
    localStorage.setItem('authToken', 'of another tab')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })))
    await waitFor(() => expect(result.current.isLoggedIn).toBe(true))
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(result.current).toMatchObject({ isLoading: false, isLoggedIn: false, user: null })
  })

  test('is nobody on 401', async () => {
    fetched.mockResolvedValue(Response.json({ message: 'Sign in first.' }, { status: 401 }))
    const { result } = watchUser()
    await waitFor(() => expect(result.current).toMatchObject({ isLoading: false, isLoggedIn: false, user: null }))
  })

  test('is requested once and not retried when the server fails', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation(async () => new Response('down', { status: 503 }))
    watchUser()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('requested before the page was shown is not requested again when that failed', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation(async () => new Response('down', { status: 503 }))
    const client = createQueryClient()
    void askUser(client)
    await vi.advanceTimersByTimeAsync(100)
    const { result } = watchUser(client)
    await vi.advanceTimersByTimeAsync(100)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(result.current).toMatchObject({ isLoading: true, isFailed: true, isLoggedIn: false })
  })

  test('is fresh for 5 minutes', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation(async () => Response.json(person()))
    const client = createQueryClient()
    watchUser(client)
    await vi.advanceTimersByTimeAsync(299_000)
    watchUser(client)
    await vi.advanceTimersByTimeAsync(0)
    expect(fetched).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2000)
    watchUser(client)
    await vi.advanceTimersByTimeAsync(0)
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

test('signing in stores the token, and the person in the client cache', () => {
  const client = createQueryClient()
  logIn(client, { token: 'secret', user: person() })
  expect(localStorage.getItem('authToken')).toBe('secret')
  expect(client.getQueryData(USER_KEY)).toEqual(person())
})

test('signing in drops what was read as another person', () => {
  const client = createQueryClient()
  client.setQueryData(['/api/my-bids'], 'of Ada')
  logIn(client, { token: 'of Boris', user: person() })
  expect(client.getQueryData(['/api/my-bids'])).toBeUndefined()
})

describe('signing out', () => {
  const deleted = vi.fn(async () => true)

  async function leaveWith(answer: () => Promise<Response>, caches: object) {
    fetched.mockImplementation(answer)
    vi.stubGlobal('caches', caches)
    const client = createQueryClient()
    logIn(client, { token: 'secret', user: person() })
    sessionStorage.setItem('draft', '1')
    localStorage.setItem('theme', 'dark')
    await logOut(client)
    return client
  }

  test.each([
    ['succeeds', async () => new Response(null, { status: 204 })],
    ['is refused', async () => new Response('no', { status: 500 })],
    ['gets no answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('leaves nothing behind and goes to the home page when it %s', async (_, answer) => {
    deleted.mockClear()
    const client = await leaveWith(answer, { keys: async () => ['paddock-1', 'other'], delete: deleted })
    expect(fetched.mock.calls[0]).toMatchObject(['/api/logout', { method: 'POST' }])
    expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('Authorization')).toBe('Bearer secret')
    expect(client.getQueryCache().getAll()).toEqual([])
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(localStorage).toHaveLength(0)
    expect(sessionStorage).toHaveLength(0)
    expect(deleted.mock.calls).toEqual([['paddock-1'], ['other']])
    expect(goHome).toHaveBeenCalledOnce()
  })

  test.each([
    ['a request that is never answered', () => new Promise<Response>(() => {}), async () => []],
    ['caches that never answer', async () => new Response(null, { status: 204 }), () => new Promise(() => {})],
  ])('ends within 2 s with %s', async (_, answer, keys) => {
    vi.useFakeTimers()
    void leaveWith(answer, { keys })
    await vi.advanceTimersByTimeAsync(1999)
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(goHome).toHaveBeenCalledOnce()
  })

  test('a failure of the server is logged', async () => {
    await leaveWith(async () => new Response('no', { status: 500 }), { keys: async () => [] })
    expect(logged).toHaveBeenCalledOnce()
  })

  test('caches that cannot be cleared are logged, and the rest continues', async () => {
    await leaveWith(async () => new Response(null, { status: 204 }), {
      keys: () => Promise.reject(new Error('denied')),
    })
    expect(logged).toHaveBeenCalledOnce()
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(goHome).toHaveBeenCalledOnce()
  })
})

test('a cache-busting reload adds a timestamp and keeps the rest of the URL', () => {
  expect(leave.freshUrl('http://localhost/lot/7?tab=facts#photos', 1234)).toBe(
    'http://localhost/lot/7?tab=facts&_cache_bust=1234#photos',
  )
})
