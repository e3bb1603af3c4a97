import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, person } from '../stage.test-model.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const HOUR_MS = 3_600_000

function sale(state: 'scheduled' | 'running', opensAt: number) {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    title: 'Thursday sale',
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

test('a sale that begins by the clock shows as running without another look at the page, and is not asked for before', async () => {
  const opensAt = Date.now() + 2 * HOUR_MS
  let reads = 0
  openApp('/admin', person({ role: 'auctioneer' }), {
    '/api/auctions': () => {
      reads += 1
      return { items: [sale(Date.now() < opensAt ? 'scheduled' : 'running', opensAt)] }
    },
    '/api/admin/halts': { items: [] },
  })
  expect(await screen.findByText('scheduled')).toBeTruthy()
  const before = reads
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(reads).toBe(before)
  await vi.advanceTimersByTimeAsync(HOUR_MS + 2000)
  expect(await screen.findByText('running')).toBeTruthy()
})
