import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calmWaitMs } from '../platform/calm-retries.ts'
import { loadScreen } from '../routes.tsx'
import { openApp, person } from './stage.test-support.tsx'

// The stream has its own tests.
vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const FAILURES = {
  'a 500': () => new Response('{"message":"Broken"}', { status: 500 }),
  'a 503 of a proxy': () => new Response('<html>bad gateway</html>', { status: 503 }),
  'a 429': () => new Response('{"message":"Too many"}', { status: 429 }),
  'no connection': () => {
    throw new TypeError('Failed to fetch')
  },
}
const PAGES = ['/', '/faq', '/payment', '/verification', '/invoices', '/my-bids', '/admin', '/admin/people']

beforeEach(() => {
  localStorage.setItem('cookie-consent', '{}')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openWith(path: string, user: () => unknown) {
  // The URL is the opened one: its file has loaded before it is shown.
  vi.useRealTimers()
  await loadScreen(path)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { fetched } = openApp(path, person(), { '/api/user': user })
  await pass(1000)
  return () => fetched.mock.calls.filter(([url]) => url === '/api/user').length
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const tryAgain = () => screen.getByRole('button', { name: 'Try again' })

describe('while /api/user fails for a person with a token', () => {
  for (const [name, fails] of Object.entries(FAILURES)) {
    test.each(PAGES)(
      `${name} is requested once by %s, then at 5 s and 10 s, and the person can try again`,
      async (path) => {
        const asked = await openWith(path, fails)
        await pass(3900)
        expect(asked()).toBe(1)
        expect(tryAgain()).toBeTruthy()
        expect(location.pathname).toBe(path)
        expect(screen.queryByText(/You’re not signed in/)).toBeNull()
        expect(within(screen.getAllByRole('banner')[0]!).queryByRole('link', { name: 'Sign in' })).toBeNull()
        await pass(200)
        expect(asked()).toBe(2)
        await pass(9800)
        expect(asked()).toBe(2)
        await pass(300)
        expect(asked()).toBe(3)
      },
    )
  }

  test('Retry-After is respected', async () => {
    const asked = await openWith('/invoices', () => new Response('', { status: 503, headers: { 'Retry-After': '30' } }))
    await pass(28_500)
    expect(asked()).toBe(1)
    await pass(1000)
    expect(asked()).toBe(2)
  })

  test('"Try again" retries immediately, and the screen opens when the answer comes', async () => {
    let isDown = true
    const asked = await openWith('/marketing-tools', () => (isDown ? new Response('', { status: 503 }) : person()))
    expect(asked()).toBe(1)
    isDown = false
    fireEvent.click(tryAgain())
    await pass(100)
    expect(asked()).toBe(2)
    expect(screen.getByRole('heading', { level: 1, name: 'Marketing tools' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('a 401 is an answer: nobody is signed in', async () => {
    await openWith('/payment', () => null)
    expect(location.pathname).toBe('/auth')
  })
})

test('the wait doubles up to a minute, is spread by half, and is never below what the server asked for', () => {
  expect([1, 2, 3, 4, 5, 9].map((failures) => calmWaitMs(failures, 0, 0))).toEqual([
    5000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ])
  expect(calmWaitMs(1, 0, 0.999)).toBe(7497.5)
  expect(calmWaitMs(1, 90_000, 0.5)).toBe(112_500)
})
