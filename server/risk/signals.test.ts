import { describe, expect, test } from 'vitest'
import { signalWords } from '#contract/risk/signal-words.ts'
import { behaviorOf, type LotHistory, type Past } from './behavior.ts'
import { riskScore, SHOWN_FROM } from './score.ts'
import { signalsOf } from './signals.ts'

const HOUR_MS = 3_600_000
const USUAL = { bids: 4, openingBid: 100_000 }
const NEW: Past = { lots: 1, wins: 0, ofSeller: 1, winsOfSeller: 0 }

/** A lot of ten hours; bids as bidder, hour and price. */
function lotOf(bids: [string, number, number][], changes: Partial<LotHistory> = {}): LotHistory {
  return {
    lotId: 'lot',
    sellerId: 'sam',
    firstAt: 0,
    closedAt: 10 * HOUR_MS,
    openingBid: 100_000,
    reserve: 200_000,
    guide: null,
    winnerId: bids.at(-1)?.[0] ?? null,
    bids: bids.map(([bidderId, hour, price]) => ({ bidderId, at: hour * HOUR_MS, price })),
    retractions: [],
    ...changes,
  }
}

const wordsOf = (lot: LotHistory, bidderId: string, past = NEW, shared: Parameters<typeof signalsOf>[3] = []) =>
  signalsOf(lot, bidderId, past, shared).map((signal) => signalWords(signal, 'USD'))

describe('signals say in words', () => {
  test('what bidder and seller share', () => {
    expect(wordsOf(lotOf([['ada', 9.9, 150_000]]), 'ada', NEW, ['device', 'address'])).toEqual([
      'Bidder and seller share a device. Bidder and seller share an address.',
    ])
  })

  test('that a bidder always loses on one seller’s lots', () => {
    const past = { lots: 8, wins: 1, ofSeller: 6, winsOfSeller: 0 }
    const lot = lotOf([
      ['ada', 1, 150_000],
      ['boris', 9.9, 160_000],
    ])
    expect(wordsOf(lot, 'ada', past)).toEqual(['Bid on 6 lots of this seller and won none; 2 lots of others.'])
    expect(wordsOf(lot, 'ada', { ...past, winsOfSeller: 1 })).toEqual([])
  })

  test('that bids only pushed the price and stopped early', () => {
    const lot = lotOf([
      ['ada', 1, 120_000],
      ['boris', 2, 130_000],
      ['ada', 3, 150_000],
      ['boris', 4, 160_000],
      ['ada', 5, 180_000],
      ['boris', 6, 190_000],
    ])
    expect(wordsOf(lot, 'ada')).toEqual(['3 bids raised the price by $600; the last came 50% into the bidding.'])
    expect(wordsOf(lot, 'boris')).toEqual([])
  })

  test('that a bid was withdrawn late, and how long before the end', () => {
    const bids: [string, number, number][] = [['ada', 9.4, 150_000]]
    const retractions = (hour: number) => [{ bidderId: 'ada', at: hour * HOUR_MS }]
    expect(wordsOf(lotOf(bids, { retractions: retractions(9.5) }), 'ada')).toEqual([
      'Withdrew a bid 30 minutes before the end.',
    ])
    expect(wordsOf(lotOf(bids, { retractions: retractions(5) }), 'ada')).toEqual([])
  })

  test('that a bid was far over the guide price, or over the reserve of a lot without one', () => {
    expect(wordsOf(lotOf([['ada', 9.9, 450_000]]), 'ada')).toEqual(['Bid $4,500, 225% of the reserve.'])
    expect(wordsOf(lotOf([['ada', 9.9, 450_000]], { reserve: null }), 'ada')).toEqual([])
    expect(wordsOf(lotOf([['ada', 9.9, 450_000]], { guide: 150_000 }), 'ada')).toEqual([
      'Bid $4,500, 300% of the guide price.',
    ])
    expect(wordsOf(lotOf([['ada', 9.9, 450_000]], { guide: 300_000 }), 'ada')).toEqual([])
  })

  test('that someone outbid themselves again and again', () => {
    const bids = [1, 2, 3, 9.9].map((hour, index): [string, number, number] => ['ada', hour, 110_000 + index * 10_000])
    expect(wordsOf(lotOf(bids), 'ada')).toEqual(['Outbid themselves 3 times in a row.'])
  })
})

test('a person who bids once and wins has no signal, and one with several signals has a higher score', () => {
  const fair = lotOf([['ada', 9.9, 210_000]])
  expect(signalsOf(fair, 'ada', NEW, [])).toEqual([])
  const past = { lots: 7, wins: 0, ofSeller: 7, winsOfSeller: 0 }
  const pushed = lotOf([
    ['ada', 1, 120_000],
    ['boris', 2, 130_000],
    ['ada', 3, 150_000],
    ['boris', 4, 160_000],
    ['ada', 5, 180_000],
    ['boris', 6, 190_000],
  ])
  const one = signalsOf(pushed, 'ada', NEW, [])
  const several = signalsOf(pushed, 'ada', past, ['device'])
  const scoreOf = (signals: typeof one, own: Past) => riskScore(behaviorOf(pushed, 'ada', own, USUAL), signals)
  expect(scoreOf(several, past)).toBeGreaterThan(scoreOf(one, NEW))
  expect(scoreOf(several, past)).toBeGreaterThanOrEqual(SHOWN_FROM)
})
