import { describe, expect, it } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { barOf, type BoxState, clockWords, takesFirmBids } from './bid-box-state.ts'
import { ADA, live } from '../lot.test-support.ts'

const CASES: [BoxState, LiveLot, RegExp][] = [
  ['not-open', live({ status: 'scheduled', opensAt: 900_000 }), /Not open yet/],
  ['open', live(), /Open for bids/],
  ['leading', live({ leader: ADA }, { position: 'leading' }), /^You’re the high bidder$/],
  ['outbid', live({}, { position: 'outbid' }), /You’ve been outbid/],
  ['closing', live({ closesAt: 1 }), /Time is up/],
  ['sold-to-you', live({ status: 'sold', leader: ADA }, { position: 'won' }), /Sold to you/],
  ['sold-to-another', live({ status: 'sold' }, { position: 'lost' }), /Sold to another bidder/],
  ['sold', live({ status: 'sold' }), /^Sold$/],
  ['passed', live({ status: 'passed', price: null }), /Passed/],
  ['reserve-not-met', live({ status: 'reserve-not-met' }), /Reserve not met/],
  [
    'reserve-not-met-yours',
    live({ status: 'reserve-not-met', leader: ADA }),
    /You’re the high bidder; reserve not met/,
  ],
  ['withdrawn', live({ status: 'withdrawn' }), /Withdrawn/],
]

describe('the bid box', () => {
  it.each(CASES)('has its own text for the state %s', (state, lot, headline) => {
    const bar = barOf(lot, 'USD', 'timed', 500_000)
    expect(bar.state).toBe(state)
    expect(bar.headline).toMatch(headline)
    // What a lot was sold for stands right above.
    expect(bar.advice === '').toBe(lot.standing.status === 'sold')
  })

  it('has a different text for every state', () => {
    const said = CASES.map(([, lot]) => {
      const { headline, advice } = barOf(lot, 'USD', 'timed', 500_000)
      return `${headline} ${advice}`
    })
    expect(new Set(said).size).toBe(CASES.length)
  })

  it.each([
    ['no own bid', live({ status: 'scheduled', opensAt: 1, closesAt: null })],
    ['the lead', live({ status: 'scheduled', opensAt: 1, closesAt: null, leader: ADA }, { position: 'leading' })],
    ['a lost lead', live({ status: 'scheduled', opensAt: 1, closesAt: null }, { position: 'outbid' })],
  ])(
    'takes no firm bid on a lot of a live auction before it is up, with %s, whatever time it was planned for',
    (_, lot) => {
      const bar = barOf(lot, 'USD', 'live', 500_000)
      expect(takesFirmBids(bar.state, lot.standing, 'live', 500_000)).toBe(false)
      expect(bar.state).not.toBe('open')
    },
  )

  it('takes a firm bid on a timed lot from its opening on, and on a live one once it is up', () => {
    const due = live({ status: 'scheduled', opensAt: 1 })
    expect(takesFirmBids(barOf(due, 'USD', 'timed', 500_000).state, due.standing, 'timed', 500_000)).toBe(true)
    const up = live({ status: 'open' })
    expect(takesFirmBids(barOf(up, 'USD', 'live', 500_000).state, up.standing, 'live', 500_000)).toBe(true)
  })

  it('doesn’t call a bidder outbid whose bid was voided or withdrawn, and nobody else’s counts', () => {
    const lot = live({ price: null, leader: null, nextBid: 10_000, bidCount: 0 }, { position: 'outbid' })
    expect(barOf(lot, 'USD', 'timed', 500_000)).toMatchObject({
      headline: 'Your bid no longer counts',
      advice: 'There are no bids now. Bid $100 or more.',
    })
  })

  it('shows an outbid bidder the next bid', () => {
    expect(barOf(live({}, { position: 'outbid' }), 'USD', 'timed', 0).advice).toContain('$4,050')
  })

  it('says ending in the last minute and shows an extension by its length', () => {
    expect(clockWords(61_000, null, 0, 120_000)).toBeNull()
    expect(clockWords(59_000, null, 0, 120_000)).toBe('Ending')
    expect(clockWords(119_000, 1000, 2000, 120_000)).toBe('Extended +2:00')
    expect(clockWords(100_000, 1000, 20_000, 120_000)).toBeNull()
  })
})
