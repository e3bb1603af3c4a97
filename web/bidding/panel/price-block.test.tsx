import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lot } from '#contract/lots/lots.ts'
import type { FeedState } from '#web/platform/feed.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { live, LOT_ID, standing } from '../lot.test-support.ts'
import type { LiveView } from '../use-live-lot.ts'
import { PriceBlock } from './price-block.tsx'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const LOT = { id: 'lot', currency: 'USD', openingBid: 100_000, extensionMs: 120_000 } as Lot

beforeEach(() => void vi.useFakeTimers({ now: NOW }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(feed: FeedState, readAt = NOW - 60_000) {
  const lot = { ...live({ closesAt: NOW + 600_000 }), serverTime: readAt }
  const view: LiveView = { live: lot, failure: null, feed, extendedAt: null, readAgain: () => undefined }
  return render(<PriceBlock lot={LOT} view={view} />)
}

test.each(['silent', 'reconnecting'] as const)(
  'on a link that is %s the price says how old it may be, counted from the last byte',
  (status) => {
    show({ status, since: NOW - 6200 })
    expect(screen.getByText('May be 6 s old. Reconnecting…')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('The price may be out of date')
  },
)

test('a price that was read after the last byte is as old as the reading', () => {
  show({ status: 'reconnecting', since: NOW - 20_000 }, NOW - 3000)
  expect(screen.getByText('May be 3 s old. Reconnecting…')).toBeTruthy()
})

test('a link that never comes up is shown, too', () => {
  show({ status: 'connecting', since: NOW - 9000 }, NOW - 9000)
  expect(screen.getByText('May be 9 s old. Reconnecting…')).toBeTruthy()
})

test('a price on a link that works, or has only begun, is the current one', () => {
  show({ status: 'live', since: NOW - 60_000 })
  expect(screen.getByText('Current bid')).toBeTruthy()
  cleanup()
  show({ status: 'connecting', since: NOW - 1000 }, NOW - 1000)
  expect(screen.getByText('Current bid')).toBeTruthy()
})

test.each([
  ['sold', 'Hammer price', 'Sold by agreement'],
  ['passed', 'High bid', 'Reserve not met'],
] as const)(
  'a lot below its reserve that is %s has no “current bid”, and says how it ended',
  (status, label, reserve) => {
    const over = live({ status, reserve: 'not-met', closesAt: NOW - 1000 })
    const feed: FeedState = { status: 'live', since: NOW }
    render(
      <PriceBlock lot={LOT} view={{ live: over, failure: null, feed, extendedAt: null, readAgain: () => undefined }} />,
    )
    expect(screen.getByText(label)).toBeTruthy()
    expect(screen.getByText(reserve)).toBeTruthy()
  },
)

test('a lot of a live auction that waits for its turn says which it is, and when it is likely to come up', async () => {
  vi.useRealTimers()
  const waiting = { status: 'scheduled', closesAt: null, scheduledCloseAt: null } as const
  const answers: [RegExp, object][] = [
    [/\/terms$/, { liveStartMs: 30_000, extensionMs: 15_000 }],
    [/\/standings/, { items: [standing({ ...waiting, lotId: 'first' }), standing(waiting)] }],
    [/\/auctions\//, { id: 'auction', kind: 'live', startsAt: Date.now() + 600_000 }],
  ]
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers.find(([path]) => path.test(url))?.[1] ?? {}))
  const view: LiveView = {
    live: live(waiting),
    failure: null,
    feed: { status: 'live', since: NOW },
    extendedAt: null,
    readAgain: () => undefined,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PriceBlock lot={{ ...LOT, id: LOT_ID, auctionId: 'auction', auctionKind: 'live' }} view={view} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Lot 2 of 2, in about 11 min')).toBeTruthy()
})
