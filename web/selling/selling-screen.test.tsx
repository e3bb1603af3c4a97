import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Selling, SellingLot } from '#contract/selling/selling.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-00000000080'

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
  const lot: SellingLot = {
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
    price: null,
    bidCount: 0,
    views: 0,
    watchers: 0,
    closesAt: null,
    buyerPaid: null,
    net: null,
  }
  const passed: SellingLot = { ...lot, lotId: `${ID}1`, lotNumber: 1115, state: 'passed' }
  openApp('/selling', person(), {
    '/api/selling': { seller: { code: 'N', name: 'N' }, counts: { running: 2, over: 0 }, statements: [] },
    '/api/selling/lots': { items: [lot, passed], next: null },
  })
  expect(await screen.findByText(/^Auction started /)).toBeTruthy()
  expect(screen.queryByText(/^Starts /)).toBeNull()
  expect(screen.getByText('Opens at $1,000')).toBeTruthy()
  expect(screen.getByText('Opened at $1,000')).toBeTruthy()
})
