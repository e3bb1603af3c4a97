import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { Lot } from '#contract/lots/lots.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { playServer, TERMS } from '#web/shell/stage.test-support.tsx'
import type { Ask } from '../bid/bid-message.ts'
import { ADA, live, LOT_ID, viewOf } from '../lot.test-support.ts'
import { BidPanel } from './bid-panel.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const CLOSES_AT = 9e12

let sent: Ask[]

beforeEach(() => {
  sent = []
  vi.useFakeTimers({ shouldAdvanceTime: true })
  playServer({ [`/api/lots/${LOT_ID}/costs`]: { ...TERMS, bidUnit: 100 }, '/api/pending-bids': { items: [] } })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(lot: LiveLot, auctionKind: Lot['auctionKind'] = 'timed') {
  const client = createQueryClient()
  const panel = (shown: LiveLot, recorded: Ask | null) => (
    <QueryClientProvider client={client}>
      <BidPanel
        lot={{ id: LOT_ID, currency: 'USD', auctionKind } as Lot}
        view={viewOf(shown)}
        bidding={{
          sending: false,
          words: null,
          asOf: null,
          recorded,
          askAgain: null,
          send: (ask) => void sent.push(ask),
        }}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(panel(lot, null))
  return { show: (next: LiveLot, recorded: Ask | null) => rerender(panel(next, recorded)) }
}

const LEADING = live({ leader: ADA, closesAt: CLOSES_AT }, { position: 'leading' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a bid that needs a second press says so in place, with its amount, and is sent by the same button', async () => {
  open(LEADING)
  const button = screen.getByRole('button', { name: 'Raise your own price to $4,050' })
  fireEvent.click(button)
  expect(screen.getByRole('button', { name: 'Confirm $4,050' })).toBe(button)
  expect(screen.getByText(/This raises your own price\. Press again to confirm \$4,050\./)).toBeTruthy()
  await pass(600)
  fireEvent.click(button)
  expect(sent).toEqual([{ kind: 'firm', amount: 405000 }])
})

test('an own amount that a button offers, too, is confirmed where it was entered', () => {
  open(LEADING)
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '4100' } })
  const field = screen.getByLabelText('Another amount').closest('form')!
  fireEvent.submit(field)
  expect(screen.getAllByText(/Press again to confirm \$4,100\./)).toHaveLength(1)
  expect(field.textContent).toContain('Press again to confirm $4,100.')
})

test('a double click confirms nothing, and Cancel dismisses the question', () => {
  open(LEADING)
  const button = screen.getByRole('button', { name: 'Raise your own price to $4,050' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Raise your own price to $4,050' })).toBe(button)
})

test('a bid over five times the current price is sent only once its amount was typed', async () => {
  open(live({ closesAt: CLOSES_AT }))
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '40500' } })
  const button = screen.getByRole('button', { name: 'Bid $40,500' })
  fireEvent.submit(button.closest('form')!)
  await pass(600)
  fireEvent.submit(button.closest('form')!)
  expect(sent).toEqual([])
  const typed = screen.getByLabelText('Type the amount to confirm')
  fireEvent.change(typed, { target: { value: '4050' } })
  fireEvent.keyDown(typed, { key: 'Enter' })
  expect(sent).toEqual([])
  fireEvent.change(typed, { target: { value: '40,500' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(sent).toEqual([{ kind: 'firm', amount: 4_050_000 }])
})

test('a recorded maximum empties its field, whose text is no fault; a firm amount that is still typed stays', () => {
  const { show } = open(live({ closesAt: CLOSES_AT }))
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '4100' } })
  fireEvent.change(screen.getByLabelText('Your maximum'), { target: { value: '5000' } })
  fireEvent.submit(screen.getByRole('button', { name: 'Set auto-bid' }).closest('form')!)
  const ask = { kind: 'maximum', amount: 500_000 } as const
  expect(sent).toEqual([ask])
  show(live({ leader: ADA, closesAt: CLOSES_AT }, { position: 'leading', maximum: 500_000 }), ask)
  expect(screen.getByLabelText<HTMLInputElement>('New maximum').value).toBe('')
  expect(screen.queryByText('That’s already your maximum.')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Another amount').value).toBe('4100')
})

test('a recorded firm bid empties its field, and what everyone sees is not called the bidder’s secret', () => {
  const { show } = open(live({ closesAt: CLOSES_AT }))
  fireEvent.change(screen.getByLabelText('Another amount'), { target: { value: '4100' } })
  const led = live(
    { price: 410_000, nextBid: 415_000, leader: ADA, closesAt: CLOSES_AT },
    { position: 'leading', maximum: 410_000 },
  )
  show(led, { kind: 'firm', amount: 410_000 })
  expect(screen.getByLabelText<HTMLInputElement>('Another amount').value).toBe('')
  expect(screen.queryByText('The next bid is $4,150.')).toBeNull()
  expect(screen.getByText(/^Your maximum is \$4,100\./).textContent).not.toContain('Only you can see it')
})

test.each([
  ['before anyone set a maximum', live({ status: 'scheduled', opensAt: 1, closesAt: null, price: null, leader: null })],
  ['for its leader', live({ status: 'scheduled', opensAt: 1, closesAt: null, leader: ADA }, { position: 'leading' })],
])('a lot of a live auction that is not up takes an auto-bid and offers no firm bid, %s', (_, lot) => {
  open(lot, 'live')
  expect(screen.getByRole('heading', { name: 'Auto-bid' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Place bid|Raise your own price|Bid \$)/ })).toBeNull()
})
