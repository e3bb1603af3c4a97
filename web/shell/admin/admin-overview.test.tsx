import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, person } from '../stage.test-support.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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
  const opensAt = Date.now() + 2 * HOUR_MS
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
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(reads).toBe(before)
  await vi.advanceTimersByTimeAsync(HOUR_MS + 2000)
  expect(await screen.findByText('Running')).toBeTruthy()
})
