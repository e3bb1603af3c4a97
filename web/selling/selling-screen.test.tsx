import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Selling, SellingDetail, SellingLot } from '#contract/selling/selling.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-00000000080'

const LOT: SellingLot = {
  lotId: `${ID}0`,
  lotNumber: 1114,
  title: '1993 Shvan Cargo',
  heroPhoto: null,
  auction: 'Live ring',
  startsAt: Date.now() - 60_000,
  currency: 'USD',
  state: 'published',
  isOpen: false,
  openingBid: 100_000,
  reserve: null,
  reserveMet: false,
  isCountered: false,
  price: null,
  bidCount: 0,
  views: 0,
  watchers: 0,
  closesAt: null,
  buyerPaid: null,
  net: null,
}

test('a seller reads what each statement means for them, not for our staff', async () => {
  const statement = { auction: 'November', issuedAt: 1, currency: 'USD', net: -5000 }
  const states = ['due', 'owed-by-seller', 'in-payout', 'paid'] as const
  const selling: Selling = {
    seller: { code: 'NORTH', name: 'Northside Fleet' },
    counts: { running: 0, over: 0 },
    statements: states.map((state, index) => ({ ...statement, id: ID + index, number: `ST-${index}`, state })),
  }
  openApp('/selling', person(), {
    '/api/selling': selling,
    '/api/selling/lots': { items: [], next: null },
  })
  for (const words of ['With the next payout', 'You owe us', 'Being paid', 'Paid'])
    expect(await screen.findByText(words)).toBeTruthy()
})

test('what is over is shown as over: an auction that has begun, and an unsold lot that nobody bid on', async () => {
  const passed: SellingLot = { ...LOT, lotId: `${ID}1`, lotNumber: 1115, state: 'passed' }
  openApp('/selling', person(), {
    '/api/selling': { seller: { code: 'N', name: 'N' }, counts: { running: 2, over: 0 }, statements: [] },
    '/api/selling/lots': { items: [LOT, passed], next: null },
  })
  expect(await screen.findByText(/^Auction started /)).toBeTruthy()
  expect(screen.queryByText(/^Starts /)).toBeNull()
  expect(screen.getByText('Opens at $1,000')).toBeTruthy()
  expect(screen.getByText('Opened at $1,000')).toBeTruthy()
})

test('the list says whose answer a negotiation waits for', async () => {
  const negotiating = { ...LOT, state: 'negotiating', price: 1_360_000 } as const
  openApp('/selling', person(), {
    '/api/selling': { seller: { code: 'N', name: 'N' }, counts: { running: 2, over: 0 }, statements: [] },
    '/api/selling/lots': {
      items: [negotiating, { ...negotiating, lotId: `${ID}1`, lotNumber: 1115, isCountered: true }],
      next: null,
    },
  })
  expect(await screen.findByText('Reserve not met: your answer is needed')).toBeTruthy()
  expect(screen.getByText('Reserve not met: the bidder can answer your counteroffer')).toBeTruthy()
})

test('a counteroffer that would be refused is refused before it is confirmed', async () => {
  const reserve = 1_380_000
  const detail: SellingDetail = {
    lot: { ...LOT, state: 'negotiating', price: 1_360_000, reserve },
    bidUnit: 5000,
    canAsk: false,
    requests: [],
    negotiation: {
      lotId: LOT.lotId,
      lotNumber: LOT.lotNumber,
      title: LOT.title,
      currency: 'USD',
      bidUnit: 5000,
      phase: 'bound',
      highBid: 1_360_000,
      boundUntil: Date.now() + 60_000,
      lapsesAt: Date.now() + 120_000,
      counter: null,
      offer: null,
      soldAt: null,
      serverTime: Date.now(),
      steps: [],
    },
  }
  openApp(`/selling/${LOT.lotId}`, person(), {
    '/api/selling': { seller: { code: 'N', name: 'N' }, counts: { running: 1, over: 0 }, statements: [] },
    [`/api/selling/lots/${LOT.lotId}`]: detail,
  })
  const ask = async (amount: string) => {
    fireEvent.change(await screen.findByLabelText('Counteroffer'), { target: { value: amount } })
    fireEvent.click(screen.getByRole('button', { name: 'Send counteroffer' }))
  }
  expect(await screen.findByText('Above $13,600, up to your reserve of $13,800.')).toBeTruthy()
  await ask('13200')
  expect(screen.getByText('The bid is already that high. Accept it instead.')).toBeTruthy()
  await ask('14000')
  expect(screen.getByText('Ask for $13,800 or less.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await ask('13750')
  expect(await screen.findByRole('dialog', { name: 'Ask for $13,750?' })).toBeTruthy()
})
