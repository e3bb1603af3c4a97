import { act, cleanup, screen } from '@testing-library/react'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FULL_CONSENT } from '../platform/consent-choice.ts'
import { loadScreen } from '../routes.tsx'
import { openApp, person } from './stage.test-support.tsx'

// The stream has its own tests.
vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const FAKE = { toFake: ['setTimeout', 'clearTimeout', 'Date'] as ('setTimeout' | 'clearTimeout' | 'Date')[] }
const PAGES = ['/my-bids', '/invoices', '/profile', '/calendar', '/marketing-tools', '/lot/7']
const NOW = Date.parse('2026-11-22T12:00:00Z')

let isAway: boolean

beforeEach(() => {
  isAway = false
  localStorage.setItem('cookie-consent', JSON.stringify(FULL_CONSENT))
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !isAway)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function connection(to: 'offline' | 'online') {
  isAway = to === 'offline'
  await act(async () => void window.dispatchEvent(new Event(to)))
}

/** A lot that closes five minutes after the start of the test. */
const LOT = {
  id: '00000000-0000-4000-8000-000000000007',
  lotNumber: 7,
  auctionId: '00000000-0000-4000-8000-000000000008',
  vehicleId: '00000000-0000-4000-8000-000000000009',
  title: '2019 Volvo V60',
  heroPhoto: '/photos/a.webp',
  opensAt: NOW,
  scheduledCloseAt: NOW + 300_000,
  closedAt: null,
}

async function openAt(path: string, answers: Record<string, unknown> = {}) {
  await loadScreen(path)
  vi.useFakeTimers({ ...FAKE, now: NOW })
  const answer = (given: unknown) => () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return given
  }
  const all = { '/api/user': person(), '/api/lots': { items: [LOT], next: null }, ...answers }
  const opened = openApp(
    path,
    person(),
    Object.fromEntries(Object.entries(all).map(([url, one]) => [url, answer(one)])),
  )
  await pass(1500)
  return opened
}

test.each(PAGES)('offline, %s says so immediately, and loads automatically once online', async (path) => {
  isAway = true
  // As `client.ts` does when the page starts.
  onlineManager.setOnline(false)
  await openAt(path)
  await pass(3000)
  expect(screen.getByText('You’re offline')).toBeTruthy()
  expect(screen.queryByText('Loading')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Your account didn’t load' })).toBeTruthy()
  await connection('online')
  await pass(1500)
  expect(screen.queryByText('You’re offline')).toBeNull()
  expect(screen.queryByText('Your account didn’t load')).toBeNull()
})

test('a page seen before is shown with its time while offline', async () => {
  await openAt('/')
  await pass(60_000)
  await connection('offline')
  const notice = screen.getByText('You’re offline').closest('[role=status]')
  expect(notice?.textContent).toMatch(/This page was last updated .*12:00/)
  expect(screen.getAllByText('2019 Volvo V60').length).toBeGreaterThan(0)
})

test('a lot whose planned close passes while offline is not shown as closing, and is reloaded once online', async () => {
  const { fetched } = await openAt('/')
  await connection('offline')
  await pass(400_000)
  expect(screen.queryByText('Closing now')).toBeNull()
  expect(screen.getAllByText(/^Was scheduled to close/).length).toBeGreaterThan(0)
  const asked = () => fetched.mock.calls.filter(([url]) => String(url).startsWith('/api/lots')).length
  const before = asked()
  await connection('online')
  await pass(1500)
  expect(asked()).toBeGreaterThan(before)
})

test('online, a lot is reloaded automatically when its planned close has passed', async () => {
  const { fetched } = await openAt('/')
  const asked = () => fetched.mock.calls.filter(([url]) => String(url).startsWith('/api/lots')).length
  const before = asked()
  await pass(310_000)
  expect(asked()).toBe(before + 1)
})
