import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, person } from '../stage.test-support.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

function auction(state: 'scheduled' | 'running', opensAt: number) {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    title: 'Thursday auction',
    kind: 'timed',
    state,
    location: 'Chicago',
    description: '',
    currency: 'USD',
    opensAt,
    startsAt: opensAt + 24 * HOUR_MS,
    endsAt: opensAt + 25 * HOUR_MS,
    lotCount: 3,
    heroPhoto: null,
  }
}

test('an auction that starts on schedule shows as running without a reload, and is not requested before then', async () => {
  const opensAt = Date.now() + 10 * MINUTE_MS
  let reads = 0
  openApp('/admin', person({ role: 'auctioneer' }), {
    '/api/auctions': () => {
      reads += 1
      return { items: [auction(Date.now() < opensAt ? 'scheduled' : 'running', opensAt)] }
    },
    '/api/admin/halts': { items: [] },
  })
  expect(await screen.findByText('Scheduled')).toBeTruthy()
  const before = reads
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(reads).toBe(before)
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS + 2000)
  expect(await screen.findByText('Running')).toBeTruthy()
})

test('all auctions can be paused while one runs or opens today, and resumed whenever they are paused', async () => {
  const halt = {
    id: '01890000-0000-7000-8000-000000000002',
    auctionId: null,
    auctionTitle: null,
    reason: 'Storm',
    startedAt: Date.now(),
    startedBy: 'Olga',
    lots: 0,
  }
  for (const [auctions, halts, name] of [
    [[auction('running', Date.now())], [], 'Pause all auctions'],
    [[auction('scheduled', Date.now() + 48 * HOUR_MS)], [], null],
    [[], [], null],
    [[], [halt], 'Resume all auctions'],
  ] as const) {
    openApp('/admin', person({ role: 'owner' }), {
      '/api/auctions': { items: auctions },
      '/api/admin/halts': { items: halts },
    })
    await screen.findByText(auctions.length === 0 ? 'No upcoming auctions' : 'Thursday auction')
    if (halts.length > 0) await screen.findByText('Storm')
    await vi.advanceTimersByTimeAsync(100)
    const buttons = screen.queryAllByRole('button', { name: /all auctions$/ })
    expect(buttons.map((button) => button.textContent)).toEqual(name === null ? [] : [name])
    cleanup()
  }
})

test('waiting work links to its filtered list', async () => {
  openApp('/admin', person({ role: 'reviewer' }), {
    '/api/admin/work': { items: [{ kind: 'documents', count: 3, since: Date.now() - 3 * HOUR_MS }] },
  })
  const link = await screen.findByRole('link', { name: /^Documents 3 oldest 3 h/ })
  expect(link.getAttribute('href')).toBe('/admin/verifications?state=submitted')
})

const QUIET = { ended: 0, sold: 0, hammer: 0, fees: 0, commissions: 0, memberships: 0 }

test('a company that sold nothing yet reads so, and sees no chart of nothing', async () => {
  openApp('/admin', person({ role: 'owner' }), {
    '/api/admin/overview': {
      auctions: [],
      figures: [{ currency: 'USD', now: QUIET, before: QUIET, days: [{ ...QUIET, day: '2026-11-02' }] }],
      receivables: [],
    },
  })
  expect(await screen.findAllByText('Nothing in the last 30 days')).toHaveLength(2)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('No unpaid invoices')).toBeTruthy()
})

test('figures are drawn by day, with the numbers in tables next to them', async () => {
  const day = {
    day: '2026-11-02',
    ended: 4,
    sold: 3,
    hammer: 90_000_00,
    fees: 7_000_00,
    commissions: 0,
    memberships: 99_00,
  }
  openApp('/admin', person({ role: 'owner' }), {
    '/api/admin/overview': {
      auctions: [],
      figures: [{ currency: 'USD', now: day, before: QUIET, days: [{ ...QUIET, day: '2026-11-01' }, day] }],
      receivables: [{ currency: 'USD', age: 'week', invoices: 2, owed: 1_500_00 }],
    },
  })
  expect(await screen.findByRole('img', { name: 'Hammer total by day, $90,000 in 30 days' })).toBeTruthy()
  expect(screen.getAllByText('75%')).toHaveLength(2)
  expect(screen.getAllByText('$7,099')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Up to 7 days late' }).getAttribute('href')).toBe(
    '/admin/invoices?state=overdue',
  )
})
