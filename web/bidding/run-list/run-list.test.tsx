import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Auction } from '#contract/auctions.ts'
import { openApp } from '#web/shell/stage.test-model.tsx'

vi.mock('../../platform/feed.ts', () => ({ useFeed: vi.fn(), useFeedState: vi.fn() }))

const HOUR_MS = 3_600_000
const SALE_ID = '00000000-0000-4000-8000-00000000000a'

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function openSale(changes: Partial<Auction>, closes: (number | null)[], closedAt: number[] = []) {
  const now = Date.now()
  const sale: Auction = {
    id: SALE_ID,
    title: 'Saturday sale',
    kind: 'timed',
    state: 'running',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: now - HOUR_MS,
    startsAt: now - HOUR_MS,
    endsAt: now + HOUR_MS,
    lotCount: closes.length,
    heroPhoto: null,
    ...changes,
  }
  const items = closes.map((scheduledCloseAt, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    lotNumber: 1001 + index,
    auctionId: SALE_ID,
    vehicleId: 'v',
    title: `Camry ${index + 1}`,
    heroPhoto: null,
    opensAt: 1,
    scheduledCloseAt,
    closedAt: closedAt[index] ?? null,
  }))
  openApp(`/auction/${SALE_ID}`, null, {
    [`/api/auctions/${SALE_ID}`]: sale,
    '/api/lots': { items, next: null },
  })
  await screen.findByText('Camry 1')
  return (title: string) => within(screen.getByText(title).closest<HTMLElement>('li')!)
}

test('a visitor is not told that a lot will close at a time that has passed', async () => {
  const lineOf = await openSale({}, [Date.now() - 60_000, Date.now() + 60_000])
  expect(lineOf('Camry 1').getByText(/^Was to close /)).toBeTruthy()
  expect(lineOf('Camry 2').getByText(/^Closes /)).toBeTruthy()
})

test('a visitor is told that the lots of a sale that is over are closed, live ones too', async () => {
  const lineOf = await openSale({ state: 'ended', kind: 'live', endsAt: null }, [null])
  expect(lineOf('Camry 1').getByText('Closed')).toBeTruthy()
})

test('a visitor is told when a lot of a running sale has closed, a live one too', async () => {
  const lineOf = await openSale({ kind: 'live', endsAt: null }, [null, null], [Date.UTC(2026, 10, 21, 12)])
  expect(lineOf('Camry 1').getByText(/^Closed .*Nov/)).toBeTruthy()
  expect(lineOf('Camry 2').getByText('In the live sale')).toBeTruthy()
})

test('a visitor of a live sale that has begun is not told that its first lot is to come', async () => {
  const lineOf = await openSale({ kind: 'live', endsAt: null }, [null])
  expect(screen.getByText('Live sale in Springfield, 1 lot. Running now.')).toBeTruthy()
  expect(lineOf('Camry 1').getByText('In the live sale')).toBeTruthy()
})
