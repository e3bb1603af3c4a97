import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { openApp, person } from '../shell/stage.test-support.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, { timeout: 4000 })

describe('the start page', () => {
  const lot = (number: number, title: string): LotSummary => ({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    lotNumber: number,
    auctionId: 'a',
    vehicleId: 'v',
    title,
    currency: 'USD',
    heroPhoto: `/photos/p${number}-960.webp`,
    opensAt: 1,
    scheduledCloseAt: Date.UTC(2026, 10, 21, 12),
    closedAt: null,
  })
  const lots = { items: [lot(1, '2019 Porsche 911'), lot(2, '2016 Toyota Prado')], next: null }
  const auction = (title: string, state: Auction['state'], startsAt: number): Auction => ({
    id: title,
    title,
    kind: 'timed',
    state,
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: 1,
    startsAt,
    endsAt: startsAt,
    lotCount: 3,
    heroPhoto: null,
  })
  const standing = { lotId: lots.items[1]?.id, price: 4250_00, sequence: 3, closesAt: null } as Standing

  const featured = { lot: { ...lot(3, '1971 Phoenix 455'), photos: ['/photos/p3-960.webp', '/photos/p3b-960.webp'] } }

  test('leads with the featured lot, whose photos move until they are paused', async () => {
    openApp('/', null, { '/api/lots': lots, '/api/featured-lot': featured })
    expect((await screen.findByRole('link', { name: /1971 Phoenix 455/ })).getAttribute('href')).toBe('/lot/3')
    fireEvent.click(screen.getByRole('button', { name: 'Pause photos' }))
    expect(screen.getByRole('button', { name: 'Play photos' })).toBeTruthy()
  })

  test('says that the featured lot is closing now while late bids keep it open past its planned close', async () => {
    const closing = { lot: { ...featured.lot, scheduledCloseAt: Date.now() - 30_000 } }
    openApp('/', null, { '/api/lots': lots, '/api/featured-lot': closing })
    expect(await screen.findByRole('link', { name: /1971 Phoenix 455 ?Closing now/ })).toBeTruthy()
  })

  test('of a member begins with the lots where they were outbid, each with the next bid, and what they owe', async () => {
    const outbid = {
      lotId: lots.items[1]!.id,
      lotNumber: 2,
      title: '2016 Toyota Prado',
      heroPhoto: null,
      currency: 'USD',
      standing: { ...standing, status: 'open', nextBid: 4300_00, leader: 7, closesAt: Date.now() + 60_000 },
      position: 'outbid',
      maximum: null,
      eligibility: { lotId: lots.items[1]!.id, can: 'bid', overBy: null },
    }
    const counts = { leading: 0, outbid: 4, won: 0, lost: 0, watching: 0 }
    const page = (items: unknown[]) => ({ items, next: null, counts, committed: 0, limit: null })
    const invoice = {
      id: 'i',
      kind: 'sale',
      state: 'overdue',
      title: '2010 Kiri Urban',
      currency: 'USD',
      owed: 99_50,
      pendingPayment: null,
    }
    openApp('/', person(), {
      '/api/lots': lots,
      '/api/my-bids': (url: string) => page(url.includes('position=outbid') ? [outbid] : []),
      // The newest ones are paid.
      '/api/invoices': { items: [], next: null, owed: [], credit: [] },
      '/api/invoices?open=yes': {
        items: [{ ...invoice, dueAt: 1, dueOn: '2026-11-20' }],
        next: null,
        owed: [],
        credit: [],
      },
      '/api/saved-searches': { items: [] },
    })
    const own = within(await screen.findByRole('region', { name: 'Outbid' }, { timeout: 4000 }))
    expect(own.getByRole('button', { name: 'Place bid of $4,300' })).toBeTruthy()
    expect(own.getByRole('link', { name: 'See all 4' }).getAttribute('href')).toBe('/my-bids?position=outbid')
    const owed = within(await screen.findByRole('region', { name: 'To pay' }))
    expect(owed.getByRole('link', { name: 'Pay $99.50' }).getAttribute('href')).toBe('/invoices?invoice=i')
    expect(screen.queryByRole('heading', { name: /See every flaw/ })).toBeNull()
  })

  test('has a band for what is live now, with the lot on the block', async () => {
    const live = { ...auction('Ring', 'running', 1), kind: 'live', endsAt: null }
    openApp('/', null, { '/api/lots': lots, '/api/auctions': { items: [live] } })
    const band = within(await screen.findByRole('region', { name: 'Live now' }))
    expect(await band.findByText('2019 Porsche 911')).toBeTruthy()
    expect(band.getByRole('link', { name: 'View auction' }).getAttribute('href')).toBe('/auction/Ring')
  })

  test('keeps no room for the picture of a lot once a live auction has none to come', async () => {
    const live = { ...auction('Ring', 'running', 1), kind: 'live', endsAt: null }
    openApp('/', null, { '/api/lots': { items: [] }, '/api/auctions': { items: [live] } })
    const band = await screen.findByRole('region', { name: 'Live now' })
    await vi.waitFor(() => expect(band.querySelectorAll('[class*="aspect-"]')).toHaveLength(0))
    expect(within(band).getByRole('link', { name: 'View auction' })).toBeTruthy()
  })

  test('shows what closes next, what is on and what comes next, and not what has ended', async () => {
    const items = [
      auction('Later', 'scheduled', 9),
      auction('Now', 'running', 1),
      auction('Sooner', 'scheduled', 5),
      auction('Over', 'ended', 0),
    ]
    openApp('/', null, { '/api/lots': lots, '/api/auctions': { items } })
    const soon = within(await screen.findByRole('region', { name: 'Ending soon' }))
    expect(await soon.findByText('2019 Porsche 911')).toBeTruthy()
    expect(soon.getByText('2016 Toyota Prado')).toBeTruthy()
    expect(within(await screen.findByRole('region', { name: 'On now' })).getByText('Now')).toBeTruthy()
    const coming = within(screen.getByRole('region', { name: 'Coming up' })).getAllByRole('link')
    expect(coming.map((link) => link.getAttribute('href'))).toEqual(['/auction/Sooner', '/auction/Later'])
    expect(screen.queryByText('Over')).toBeNull()
  })

  test('asks for no price for a visitor', async () => {
    const { fetched } = openApp('/', null, { '/api/lots': lots, '/api/standings': { items: [standing] } })
    await screen.findByText('2016 Toyota Prado')
    expect(fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.startsWith('/api/standings'))).toEqual([])
    expect(screen.queryByText('$4,250')).toBeNull()
  })

  test('shows a verified member the live price, in the currency of the lot’s auction', async () => {
    const items = lots.items.map((each) => ({ ...each, currency: 'EUR' }))
    openApp('/', person(), {
      '/api/lots': { items, next: null },
      '/api/standings': { items: [standing], serverTime: 1 },
    })
    expect(await screen.findByText('€4,250')).toBeTruthy()
  })

  test('opens the search results, with the words in the address', async () => {
    const { fetched } = openApp('/', null, { '/api/lots': lots })
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: ' prado ' } })
    fireEvent.submit(screen.getByRole('search'))
    expect(await heading('Search lots')).toBeTruthy()
    expect(location.search).toBe('?q=prado')
    await vi.waitFor(() => expect(fetched.mock.calls.map(([url]) => url)).toContain('/api/catalog?q=prado'))
  })

  test('says so when the server cannot be reached', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openApp('/', null, { '/api/lots': () => new Response('down', { status: 503 }) })
    await vi.advanceTimersByTimeAsync(3000)
    vi.useRealTimers()
    expect(await screen.findByText('We couldn’t load the lots')).toBeTruthy()
  })
})
