import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { Lot } from '#contract/lots/lots.ts'
import type { PendingBid } from '#contract/bidding/pending-bids.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { playServer, TERMS } from '#web/shell/stage.test-support.tsx'
import { BidPanel } from './bid-panel.tsx'
import { live, LOT_ID, viewOf } from '../lot.test-support.ts'
import type { Bidding } from '../bid/use-bid.ts'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const OPENS_AT = 9e12
const PENDING: PendingBid = {
  lotId: LOT_ID,
  lotNumber: 1042,
  title: '2010 Kiri Urban',
  heroPhoto: null,
  currency: 'USD',
  opensAt: OPENS_AT,
  scheduledCloseAt: OPENS_AT + 1,
  maximum: 500_000,
  pendingSince: 1,
  waitsFor: 'opening',
}
const LOT = { id: LOT_ID, currency: 'USD', auctionKind: 'timed' } as Lot
const NO_BIDDING: Bidding = {
  sending: false,
  words: null,
  asOf: null,
  recorded: null,
  askAgain: null,
  send: () => undefined,
}
const UPCOMING = live({ status: 'scheduled', opensAt: OPENS_AT, closesAt: OPENS_AT + 1, price: null, leader: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The bid box of a lot, with a maximum set before verification that waits for the lot to open. Returns the requests sent. */
function openBox(lot: LiveLot) {
  let pending: PendingBid[] = [PENDING]
  const sent: unknown[] = []
  playServer({
    '/api/pending-bids': () => ({ items: pending }),
    [`/api/lots/${LOT_ID}/costs`]: { ...TERMS, bidUnit: 100 },
    [`/api/lots/${LOT_ID}/pending-bid`]: (_: string, { method, body }: RequestInit) => {
      sent.push([method, body === undefined ? null : JSON.parse(String(body))])
      pending = method === 'DELETE' ? [] : [{ ...PENDING, maximum: 600_000 }]
      return method === 'DELETE' ? { ok: true } : pending[0]
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BidPanel lot={LOT} view={viewOf(lot)} bidding={NO_BIDDING} />
    </QueryClientProvider>,
  )
  return sent
}

const STARTS = 'Your pending bid starts when bidding opens'

test('on a lot that is not open, the page says that the pending bid waits, and lets it be changed and withdrawn', async () => {
  const sent = openBox(UPCOMING)
  expect(await screen.findByText(STARTS)).toBeTruthy()
  const maximum = screen.getByLabelText('Your maximum for lot 1042')
  expect(maximum).toHaveProperty('value', '5000')
  fireEvent.change(maximum, { target: { value: '6000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Change bid' }))
  await waitFor(() => expect(sent).toEqual([['PUT', { maximum: 600_000 }]]))
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw bid' }))
  await waitFor(() => expect(screen.queryByText(STARTS)).toBeNull())
  expect(sent.at(-1)).toEqual(['DELETE', null])
})

test('once the lot is open nothing waits any more', async () => {
  openBox(live({ status: 'open', closesAt: OPENS_AT }))
  expect(await screen.findByRole('button', { name: /^Place bid of/ })).toBeTruthy()
  expect(screen.queryByText(STARTS)).toBeNull()
})
