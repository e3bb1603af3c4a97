// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BuyingPower } from '#contract/bidding/buying-power.ts'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { FeedHandler } from '#web/platform/feed.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { BuyingPowerLine, BuyingPowerMeter } from './buying-power-meter.tsx'
import { useBuyingPower } from './use-buying-power.ts'

let deliver: FeedHandler | undefined
vi.mock('#web/platform/feed.ts', () => ({
  useFeed: (_: object, handler: FeedHandler) => void (deliver = handler),
}))

const POWER: BuyingPower = {
  currency: 'USD',
  limit: 6_000_000,
  free: 4_000_000,
  committed: 2_000_000,
  atRisk: 1_200_000,
  inNegotiations: 0,
  owed: 800_000,
  others: [],
  auctions: [],
}

const LOT = { auctionId: 'c', currency: 'USD' }

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the meter says what is free, what is at risk and what is owed, in words and amounts', () => {
  render(<BuyingPowerMeter power={POWER} />)
  const text = document.body.textContent
  expect(text).toContain('$40,000 free of $60,000, $20,000 committed')
  expect(text).toContain('Leading bids $12,000')
  expect(text).toContain('Owed $8,000')
  expect(text).not.toContain('In negotiations')
})

test('without a limit, only the amounts are shown', () => {
  render(<BuyingPowerMeter power={{ ...POWER, limit: null, free: null }} />)
  const text = document.body.textContent
  expect(text).toContain('$20,000 committed. You have no bidding limit.')
  expect(text).not.toContain('free of')
  expect(document.querySelector('[style*="width"]')).toBeNull()
})

test('next to the bid box it is one line, and nothing where there is nothing to say', () => {
  const { container } = render(
    <BuyingPowerLine power={{ ...POWER, limit: null, free: null, committed: 0, atRisk: 0, owed: 0 }} lot={LOT} />,
  )
  expect(container.textContent).toBe('')
})

const YEN = { currency: 'JPY', committed: 900_000, atRisk: 900_000, inNegotiations: 0, owed: 0 }
const IN_YEN = { auctionId: 'd', title: 'Osaka', currency: 'JPY', limit: 3_000_000, free: 2_100_000 }

test('amounts in another currency are written apart, and the limit says what it covers', () => {
  render(<BuyingPowerMeter power={{ ...POWER, others: [YEN], auctions: [IN_YEN] }} />)
  const text = document.body.textContent
  expect(text).toContain('$40,000 free of $60,000, $20,000 committed')
  expect(text).toContain('Also committed: ¥900,000 · Leading bids ¥900,000')
  expect(text).toContain('In Osaka: ¥2,100,000 free of a limit of ¥3,000,000')
  expect(text).toContain('Your limit of $60,000 covers auctions in USD.')
})

test.each([
  ['in the company’s currency', LOT, '$40,000 free of your limit of $60,000 · $20,000 committed'],
  ['with a limit of its own', { auctionId: 'd', currency: 'JPY' }, '¥2,100,000 free of your limit of ¥3,000,000 for'],
  ['in another currency without one', { auctionId: 'e', currency: 'JPY' }, '¥900,000 committed, all in leading bids'],
])('next to the bid box of an auction %s, the line says what counts there', (_, lot, words) => {
  render(<BuyingPowerLine power={{ ...POWER, others: [YEN], auctions: [IN_YEN] }} lot={lot} />)
  expect(document.body.textContent).toContain(words)
})

function Live() {
  const power = useBuyingPower()
  return power === undefined ? null : <BuyingPowerMeter power={power} />
}

test('it updates when the feed says so, and asks at most once a second however often that is', async () => {
  let app = POWER
  const fetched = vi.fn(() => Promise.resolve(Response.json(app)))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Live />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('$40,000', { selector: 'strong' })).toBeTruthy()
  app = { ...POWER, free: 5_200_000, committed: 800_000, atRisk: 0 }
  const message: FeedMessage = { type: 'buying-power', serverTime: 1 }
  for (let count = 0; count < 50; count += 1) act(() => deliver?.(message, false))
  expect(await screen.findByText('$52,000', { selector: 'strong' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(fetched.mock.calls.length).toBeLessThanOrEqual(3)
})
