import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { pageOf, PAGES } from '#contract/platform/pages.ts'
import { ROUTES } from '../routes.tsx'
import { openApp } from './stage.test-support.tsx'

// The stream has its own tests.
vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const ID = '00000000-0000-4000-8000-000000000007'
const COMPLETE = PAGES.filter((page) => ROUTES[page].guard === 'complete').map((page) =>
  page.replace(':lotNumber', '7').replace(':id', ID),
)

const LOT_SUMMARY = {
  id: ID,
  lotNumber: 7,
  auctionId: ID,
  vehicleId: ID,
  title: '2019 Volvo V60',
  heroPhoto: null,
  opensAt: null,
  scheduledCloseAt: null,
  closedAt: null,
}
const LOT = {
  ...LOT_SUMMARY,
  photos: [],
  odometer: null,
  titleBrand: 'clean',
  runState: 'drives',
  flaws: [],
  isInspected: false,
}
const AUCTION = {
  id: ID,
  title: 'Friday',
  kind: 'timed',
  state: 'upcoming',
  location: 'Yard 1',
  description: '',
  currency: 'USD',
  opensAt: 1,
  startsAt: 2,
  endsAt: 3,
  lotCount: 1,
  heroPhoto: null,
}
const ANSWERS = {
  '/api/lots/by-number/7/summary': LOT,
  [`/api/lots/${ID}/summary`]: LOT,
  '/api/lots': { items: [LOT_SUMMARY], next: null },
  [`/api/auctions/${ID}`]: AUCTION,
  [`/api/auctions/${ID}/lots`]: { items: [LOT_SUMMARY], next: null },
  '/api/calendar': { items: [] },
}

beforeEach(() => localStorage.setItem('cookie-consent', JSON.stringify({ necessary: true })))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The requests that only a signed-in person needs. */
function refused(urls: string[]): string[] {
  const reads = ENDPOINTS.filter(({ method }) => method === 'GET')
  return urls.filter((url) => {
    const path = pageOf(
      reads.map((endpoint) => endpoint.path.replace(/:\w+/g, ':part')),
      new URL(url, 'http://x').pathname,
    )
    const endpoint = reads.find((one) => one.path.replace(/:\w+/g, ':part') === path)
    return endpoint === undefined || endpoint.access !== 'visitor'
  })
}

test.each(COMPLETE)(
  '%s shows a visitor what it is for and how to sign in, and requests nothing that is refused',
  async (path) => {
    const { fetched } = openApp(path, null, ANSWERS)
    await screen.findByRole('heading', { level: 1 }, { timeout: 5000 })
    await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
    // What a part requests when it is shown.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(refused(fetched.mock.calls.map(([url]) => String(url)))).toEqual([])
    expect(screen.getByRole('main').querySelector('a[href^="/auth"]')).not.toBeNull()
    expect(location.pathname).toBe(path)
  },
)
