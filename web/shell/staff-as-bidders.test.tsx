import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/accounts.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { Lot } from '#contract/lots/lots.ts'
import { ADA, live, LOT_ID } from '#web/bidding/lot.test-support.ts'
import { LOT } from '#web/lots/lot.test-support.ts'
import { openApp, person, TERMS, type Answers } from './stage.test-support.tsx'

/** Staff see lots, auctions and the calendar as bidders do, without fee or document. */

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const CLOSES_AT = 9e12
const SOON: Lot = { ...LOT, id: LOT_ID, scheduledCloseAt: CLOSES_AT }
const { auctionId: AUCTION_ID } = LOT
const AUCTION: Auction = {
  id: AUCTION_ID,
  title: 'Thursday auction',
  kind: 'timed',
  state: 'running',
  location: 'Springfield',
  description: '',
  currency: 'USD',
  opensAt: 1,
  startsAt: 1,
  endsAt: CLOSES_AT,
  lotCount: 1,
  heroPhoto: null,
}
const LIVE = live({ leader: ADA, closesAt: CLOSES_AT })
const ANSWERS: Answers = {
  '/api/lots/by-number/1001': SOON,
  [`/api/lots/${LOT_ID}/live`]: LIVE,
  [`/api/lots/${LOT_ID}/costs`]: { ...TERMS, bidUnit: 100 },
  [`/api/auctions/${AUCTION_ID}`]: AUCTION,
  '/api/calendar': { items: [{ ...AUCTION, makes: ['Kiri'] }] },
  '/api/lots': { items: [SOON], next: null },
  '/api/standings': { items: [LIVE.standing], serverTime: 1 },
}

const nothingPaid = { hasPaidMembershipFee: false, verificationStatus: 'pending', idDocument: null } as const
const STAFF: [string, User][] = (['owner', 'auctioneer'] as const).map((role) => [
  role,
  person({ role, ...nothingPaid }),
])

async function open(path: string, user: User, shown: string | RegExp): Promise<() => string> {
  openApp(path, user, ANSWERS)
  await screen.findByRole('heading', { level: 1, name: shown }, { timeout: 5000 })
  // Without the countdowns, which change between two reads.
  return () => document.querySelector('main')?.textContent.replaceAll(/\d+ d \d\d:\d\d:\d\d/g, '') ?? ''
}

test.each(STAFF)('the %s sees the price, the end and the facts on the lot page', async (_, user) => {
  const main = await open('/lot/1001', user, /2010 Kiri Urban/)
  await waitFor(() => expect(main()).toContain('$4,000'))
  expect(main()).toContain('98,611')
  expect(location.pathname).toBe('/lot/1001')
})

test.each(STAFF)('the %s sees the auction page with the prices bidders see', async (_, user) => {
  const bidders = await open(`/auction/${AUCTION_ID}`, person(), 'Thursday auction')
  await waitFor(() => expect(bidders()).toContain('$4,000'))
  const seen = bidders()
  const main = await open(`/auction/${AUCTION_ID}`, user, 'Thursday auction')
  await waitFor(() => expect(main()).toContain('$4,000'))
  expect(main()).toBe(seen)
  expect(location.pathname).toBe(`/auction/${AUCTION_ID}`)
})

test.each(STAFF)('the %s sees the calendar, and stays on it', async (_, user) => {
  for (const path of ['/calendar', '/auction-calendar']) {
    const main = await open(path, user, /./)
    await waitFor(() => expect(main()).toContain('Thursday auction'))
    expect(location.pathname).toBe(path)
  }
})

test('a member without fee or document is sent on from the same pages', async () => {
  for (const path of ['/lot/1001', `/auction/${AUCTION_ID}`, '/calendar']) {
    openApp(path, person(nothingPaid), ANSWERS)
    await waitFor(() => expect(location.pathname).toBe('/payment'))
  }
})
