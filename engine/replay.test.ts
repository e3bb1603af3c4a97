import { describe, expect, test } from 'vitest'
import { faultInEntry } from './replay-entry.ts'
import { replay, type ReplayEntry } from './replay.ts'

type Bids = [bidder: string, at: number, kind: 'firm' | 'maximum', amount: number][]

function entry(terms: Partial<ReplayEntry['terms']>, ...bids: Bids): ReplayEntry {
  return {
    id: 'a',
    terms: { openingBid: 500, ladder: [[0, 100]], bidUnit: 100, ...terms },
    bids: bids.map(([bidder, at, kind, amount]) => ({ bidder, at, kind, amount })),
  }
}

describe('a recorded auction', () => {
  test('ends under the rules with a leader, a price and its refused bids, by position', () => {
    const recorded = entry(
      {},
      ['ada', 1, 'maximum', 2000],
      ['boris', 2, 'firm', 550],
      ['boris', 3, 'firm', 900],
      ['ada', 4, 'maximum', 1500],
    )
    expect(replay(recorded)).toEqual({
      id: 'a',
      leader: 'ada',
      price: 1000,
      outcome: 'sold',
      accepted: 2,
      refused: [
        { index: 1, code: 'not-a-bid-unit' },
        { index: 3, code: 'maximum-not-raised' },
      ],
    })
  })

  test('without a bid passes, and one below its reserve is not sold', () => {
    expect(replay(entry({}))).toMatchObject({ leader: null, price: null, outcome: 'passed', accepted: 0, refused: [] })
    expect(replay(entry({ reserve: 2000 }, ['ada', 1, 'firm', 1900])).outcome).toBe('reserve-not-met')
    expect(replay(entry({ reserve: 2000 }, ['ada', 1, 'maximum', 2000]))).toMatchObject({
      outcome: 'sold',
      price: 2000,
    })
    expect(replay(entry({ reserve: null }, ['ada', 1, 'firm', 500])).outcome).toBe('sold')
  })

  test('takes a firm bid as the price, and a maximum as the most its bidder pays', () => {
    expect(replay(entry({}, ['ada', 1, 'firm', 900]))).toMatchObject({ leader: 'ada', price: 900 })
    expect(replay(entry({}, ['ada', 1, 'maximum', 900]))).toMatchObject({ leader: 'ada', price: 500 })
  })

  test('identifies bidders by name, however often each of them bids', () => {
    const recorded = entry({}, ['ada', 1, 'maximum', 1000], ['boris', 2, 'maximum', 1000], ['ada', 3, 'maximum', 1200])
    expect(replay(recorded)).toMatchObject({ leader: 'ada', price: 1100, accepted: 3 })
  })

  test('is always open if it has no times, and otherwise open from its opening to its end', () => {
    const times: Bids = [
      ['ada', -5_000_000, 'firm', 500],
      ['boris', 9, 'firm', 600],
      ['ada', 10, 'firm', 700],
      ['boris', 19, 'firm', 800],
      ['ada', 20, 'firm', 900],
    ]
    expect(replay(entry({}, ...times))).toMatchObject({ price: 900, refused: [] })
    expect(replay(entry({ opensAt: null, closesAt: null }, ...times)).refused).toEqual([])
    expect(replay(entry({ opensAt: 10, closesAt: 20 }, ...times))).toMatchObject({
      price: 800,
      outcome: 'sold',
      refused: [
        { index: 0, code: 'lot-not-open' },
        { index: 1, code: 'lot-not-open' },
        { index: 4, code: 'lot-closed' },
      ],
    })
  })

  test('is extended only by its own terms, and closes at the end its bids set', () => {
    const late: Bids = [
      ['ada', 95, 'firm', 500],
      ['boris', 104, 'firm', 600],
    ]
    expect(replay(entry({ opensAt: 0, closesAt: 100 }, ...late))).toMatchObject({ leader: 'ada', outcome: 'sold' })
    const soft = { opensAt: 0, closesAt: 100, extensionWindowMs: 10, extensionMs: 10 }
    expect(replay(entry(soft, ...late))).toMatchObject({ leader: 'boris', outcome: 'sold' })
    expect(replay(entry({ ...soft, extensionWindowMs: 4 }, ...late)).leader).toBe('ada')
    expect(replay(entry({ ...soft, extensionMs: null }, ...late)).leader).toBe('ada')
    expect(replay(entry({ ...soft, extensionWindowMs: null }, ...late)).leader).toBe('ada')
  })

  test('uses its own increments, eBay’s or the default ones', () => {
    const bids: Bids = [
      ['ada', 1, 'maximum', 90_000],
      ['boris', 2, 'maximum', 50_000],
    ]
    const priceWith = (ladder: ReplayEntry['terms']['ladder']) => replay(entry({ ladder }, ...bids)).price
    expect(priceWith([[0, 300]])).toBe(50_300)
    expect(priceWith('ebay')).toBe(51_000)
    expect(priceWith('default')).toBe(52_500)
  })
})

describe('the input of a replay', () => {
  const good = {
    id: 'a',
    terms: { openingBid: 0, ladder: 'ebay', bidUnit: 1 },
    bids: [{ bidder: 'ada', at: 5, kind: 'firm', amount: 0 }],
  }
  const terms = (own: object) => faultInEntry({ ...good, terms: { ...good.terms, ...own } })
  const bid = (own: object) => faultInEntry({ ...good, bids: [good.bids[0], { ...good.bids[0], ...own }] })

  const MONEY = 'must be a whole, non-negative number of minor units'
  const DURATION = 'must be a non-negative number of milliseconds'
  const INSTANT = 'must be a number of milliseconds'

  test('is valid if it has every required field, and may have more', () => {
    expect(faultInEntry(good)).toBeNull()
    expect(faultInEntry({ ...good, bids: [], note: 'from the archive' })).toBeNull()
    expect(terms({ reserve: 5, extensionWindowMs: 0, extensionMs: 0, opensAt: -5, closesAt: 0 })).toBeNull()
    expect(
      terms({ reserve: null, extensionWindowMs: null, extensionMs: null, opensAt: null, closesAt: null }),
    ).toBeNull()
    expect(terms({ ladder: 'default' })).toBeNull()
    expect(terms({ ladder: [[0, 5]] })).toBeNull()
    expect(bid({ kind: 'maximum' })).toBeNull()
    expect(bid({ at: Number.MAX_SAFE_INTEGER })).toBeNull()
  })

  test('is an object with an id, terms and a list of bids', () => {
    for (const value of [null, undefined, 7, 'a', [good]])
      expect(faultInEntry(value)).toEqual({ field: '(entry)', fault: 'must be an object' })
    for (const id of [undefined, 7, ''])
      expect(faultInEntry({ ...good, id })).toEqual({ field: 'id', fault: 'must be a string' })
    for (const none of [undefined, null, [], 'x'])
      expect(faultInEntry({ ...good, terms: none })).toEqual({ field: 'terms', fault: 'must be an object' })
    for (const bids of [undefined, {}, 'x'])
      expect(faultInEntry({ ...good, bids })).toEqual({ field: 'bids', fault: 'must be a list' })
  })

  test('has terms in whole minor units, with a bid unit above 0', () => {
    for (const amount of [undefined, -1, 0.5, '5'])
      expect(terms({ openingBid: amount })).toEqual({ field: 'terms.openingBid', fault: MONEY })
    expect(terms({ reserve: -1 })).toEqual({ field: 'terms.reserve', fault: MONEY })
    for (const bidUnit of [0, 0.5, undefined])
      expect(terms({ bidUnit })).toEqual({ field: 'terms.bidUnit', fault: `${MONEY}, above 0` })
  })

  test('has bid increments by name or band by band, and reports every error in them', () => {
    const fault = 'must be "ebay", "default" or a list of [from, step] in minor units'
    for (const ladder of [undefined, 'other', {}, [0, 5], [[0]], [[0, 5, 6]], [[0, 5], 7]])
      expect(terms({ ladder })).toEqual({ field: 'terms.ladder', fault })
    expect(terms({ ladder: [[5, 0]] })).toEqual({
      field: 'terms.ladder',
      fault: 'The first band must start from 0. Band 1 must have a step above 0.',
    })
  })

  test('has durations that are not negative, and finite instants', () => {
    for (const name of ['extensionWindowMs', 'extensionMs']) {
      expect(terms({ [name]: -1 })).toEqual({ field: `terms.${name}`, fault: DURATION })
      expect(terms({ [name]: '5' })).toEqual({ field: `terms.${name}`, fault: DURATION })
    }
    for (const name of ['opensAt', 'closesAt']) {
      for (const at of ['5', Number.NaN, 2 ** 60]) {
        expect(terms({ [name]: at })).toEqual({ field: `terms.${name}`, fault: INSTANT })
      }
    }
  })

  test('has bids with a bidder, time, kind and amount, in order of time', () => {
    expect(faultInEntry({ ...good, bids: [7] })).toEqual({ field: 'bids[0]', fault: 'must be an object' })
    for (const bidder of [undefined, '', 7])
      expect(bid({ bidder })).toEqual({ field: 'bids[1].bidder', fault: 'must be a string' })
    expect(bid({ at: '5' })).toEqual({ field: 'bids[1].at', fault: INSTANT })
    expect(bid({ at: 4 })).toEqual({ field: 'bids[1].at', fault: 'must not be before the bid above it (5)' })
    expect(bid({ at: 5 })).toBeNull()
    expect(bid({ kind: 'proxy' })).toEqual({ field: 'bids[1].kind', fault: 'must be "firm" or "maximum"' })
    expect(bid({ amount: 0.5 })).toEqual({ field: 'bids[1].amount', fault: MONEY })
  })
})
