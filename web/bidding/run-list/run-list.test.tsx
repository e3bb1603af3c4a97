import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Auction } from '#contract/auctions/auctions.ts'
import { openApp } from '#web/shell/stage.test-support.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const HOUR_MS = 3_600_000
const AUCTION_ID = '00000000-0000-4000-8000-00000000000a'

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function openAuction(changes: Partial<Auction>, closes: (number | null)[], closedAt: number[] = []) {
  const now = Date.now()
  const auction: Auction = {
    id: AUCTION_ID,
    title: 'Saturday auction',
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
    auctionId: AUCTION_ID,
    vehicleId: 'v',
    title: `Camry ${index + 1}`,
    heroPhoto: null,
    opensAt: 1,
    scheduledCloseAt,
    closedAt: closedAt[index] ?? null,
  }))
  openApp(`/auction/${AUCTION_ID}`, null, {
    [`/api/auctions/${AUCTION_ID}`]: auction,
    '/api/lots': { items, next: null },
  })
  await screen.findByText('Camry 1')
  return (title: string) => within(screen.getByText(title).closest<HTMLElement>('li')!)
}

test('a visitor sees no upcoming close for a time that has passed', async () => {
  const lineOf = await openAuction({}, [Date.now() - 60_000, Date.now() + 60_000])
  expect(lineOf('Camry 1').getByText(/^Was scheduled to close /)).toBeTruthy()
  expect(lineOf('Camry 2').getByText(/^Closes /)).toBeTruthy()
})

test('a visitor sees the lots of an ended auction as closed, live ones too', async () => {
  const lineOf = await openAuction({ state: 'ended', kind: 'live', endsAt: null }, [null])
  expect(lineOf('Camry 1').getByText('Closed')).toBeTruthy()
})

test('a visitor sees when a lot of a running auction closed, a live one too', async () => {
  const lineOf = await openAuction({ kind: 'live', endsAt: null }, [null, null], [Date.UTC(2026, 10, 21, 12)])
  expect(lineOf('Camry 1').getByText(/^Closed .*Nov/)).toBeTruthy()
  expect(lineOf('Camry 2').getByText('Live auction')).toBeTruthy()
})

test('a visitor of a live auction that has begun does not see its first lot as upcoming', async () => {
  const lineOf = await openAuction({ kind: 'live', endsAt: null }, [null])
  expect(screen.getByText('Live auction in Springfield, 1 lot. Live now.')).toBeTruthy()
  expect(lineOf('Camry 1').getByText('Live auction')).toBeTruthy()
})
