import { describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import {
  ADA,
  answer,
  BORIS,
  clock,
  codeOf,
  firm,
  lotAfter,
  maximum,
  taken,
  TIMED,
  upTo,
} from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

const LED: [string, Command][] = [['10:05', maximum(ADA, 3_000_00)]]
const reused = { bidIdReused: true }
const broke = { limit: upTo(1_00) }

describe('a bid is refused for the first of these reasons that applies', () => {
  test('a bidder who may not bid, with the reason', () => {
    for (const why of [
      'staff',
      'not-complete',
      'suspended',
      'email-unconfirmed',
      'address-missing',
      'own-lot',
    ] as const)
      for (const bid of [firm, maximum])
        expect(answer(TIMED, [], '9:00', bid(ADA, 1, { ineligible: why, ...reused, ...broke }))).toEqual({
          ok: false,
          rejection: { code: 'not-eligible', why },
        })
  })

  test('a lot that is not open by the clock, even if no job has run yet', () => {
    for (const bid of [firm, maximum]) {
      expect(codeOf(answer(TIMED, [], '9:59:59', bid(ADA, 1, reused)))).toBe('lot-not-open')
      expect(codeOf(answer(TIMED, [], '11:00', bid(ADA, 1, reused)))).toBe('lot-closed')
      expect(codeOf(answer(TIMED, LED, '11:00', bid(BORIS, 1, reused)))).toBe('lot-closed')
    }
  })

  test('a bid id that was already used for something else', () => {
    for (const bid of [firm, maximum])
      expect(codeOf(answer(TIMED, LED, '10:06', bid(BORIS, 1, { ...reused, ...broke })))).toBe('bid-id-reused')
  })

  test('an amount that is not money in whole bid units', () => {
    const refused = { ok: false, rejection: { code: 'not-a-bid-unit', bidUnit: 1_00 } }
    for (const amount of [1_000_50, 0, -1_000_00, Number.NaN, 1_000_000_000_001_00])
      for (const bid of [firm, maximum]) expect(answer(TIMED, LED, '10:06', bid(BORIS, amount, broke))).toEqual(refused)
  })

  test('an amount below the next bid, which the refusal names', () => {
    const least = (nextBid: number) => ({ ok: false, rejection: { code: 'below-next-bid', nextBid } })
    for (const bid of [firm, maximum]) {
      expect(answer(TIMED, [], '10:05', bid(ADA, 499_00, broke))).toEqual(least(500_00))
      expect(answer(TIMED, LED, '10:06', bid(BORIS, 524_00, broke))).toEqual(least(525_00))
    }
    expect(answer(TIMED, LED, '10:06', firm(ADA, 524_00, broke))).toEqual(least(525_00))
  })

  test("a leader's maximum that does not raise the current one", () => {
    for (const amount of [2_000_00, 3_000_00])
      expect(codeOf(answer(TIMED, LED, '10:06', maximum(ADA, amount, broke)))).toBe('maximum-not-raised')
    expect(codeOf(answer(TIMED, LED, '10:06', maximum(ADA, 3_001_00)))).toBe('taken: maximum-changed')
  })

  test('and last, a bidding limit that the bid would exceed', () => {
    expect(codeOf(answer(TIMED, LED, '10:06', firm(BORIS, 525_00, broke)))).toBe('over-bidding-limit')
  })
})

describe('the ledger records for a bid', () => {
  const bidOf = (terms: Terms, actions: [string, Command][], bid: Command) =>
    taken(answer(terms, actions, '10:10', bid)).find(({ type }) => type === 'bid-placed')
  const at = clock('10:10')

  test('who bid what, and the resulting standing', () => {
    expect(bidOf(TIMED, [], firm(ADA, 700_00))).toEqual({
      type: 'bid-placed',
      at,
      bidder: ADA,
      kind: 'firm',
      amount: 700_00,
      price: 700_00,
      leader: ADA,
      reason: { code: 'first-bid', price: 700_00 },
    })
    expect(bidOf(TIMED, LED, maximum(BORIS, 4_000_00))).toEqual({
      type: 'bid-placed',
      at,
      bidder: BORIS,
      kind: 'maximum',
      amount: 4_000_00,
      price: 3_050_00,
      leader: BORIS,
      reason: { code: 'took-the-lead', from: ADA.paddle, price: 3_050_00, increment: 50_00 },
    })
  })

  test('why a bid did not lead, and what would lead now', () => {
    expect(bidOf(TIMED, LED, maximum(BORIS, 1_000_00))).toMatchObject({
      leader: ADA,
      reason: { code: 'answered-by-proxy', by: ADA.paddle, price: 1_050_00, increment: 50_00, nextBid: 1_100_00 },
    })
    expect(bidOf(TIMED, LED, firm(BORIS, 3_000_00))).toMatchObject({
      leader: ADA,
      reason: { code: 'earlier-equal-maximum', by: ADA.paddle, price: 3_000_00, wouldHaveLed: 3_001_00 },
    })
  })

  test("how a leader's own bid changed the price", () => {
    expect(bidOf(TIMED, LED, firm(ADA, 1_000_00))).toMatchObject({
      reason: { code: 'raised-own-price', price: 1_000_00 },
    })
    const tied: [string, Command][] = [...LED, ['10:06', maximum(BORIS, 3_000_00)]]
    expect(bidOf(TIMED, tied, maximum(ADA, 5_000_00))).toMatchObject({
      reason: { code: 'completed-own-cap', price: 3_050_00, increment: 50_00 },
    })
  })

  test('that the price jumped to the reserve and that the reserve was met, once', () => {
    const reserved = { ...TIMED, reserve: 2_000_00 }
    const events = taken(answer(reserved, [], '10:10', maximum(ADA, 2_000_00)))
    expect(events.slice(1)).toMatchObject([
      { type: 'bid-placed', price: 2_000_00, reason: { code: 'jumped-to-reserve', price: 2_000_00 } },
      { type: 'reserve-met', at, price: 2_000_00 },
    ])
    const met: [string, Command][] = [['10:05', maximum(ADA, 2_500_00)]]
    expect(codeOf(answer(reserved, met, '10:10', firm(BORIS, 3_000_00)))).toBe('taken: bid-placed')
  })
})

describe('the standing after bids', () => {
  const after = (terms: Terms, ...bids: Command[]) =>
    lotAfter(terms, ...bids.map((bid): [string, Command] => ['10:05', bid])).state

  test('counts the bids that everyone sees', () => {
    expect(after(TIMED, firm(ADA, 500_00), firm(BORIS, 600_00), maximum(ADA, 900_00)).bidCount).toBe(3)
    expect(after(TIMED, maximum(ADA, 900_00), maximum(ADA, 950_00)).bidCount).toBe(1)
  })

  test("keeps the leader's own firm amount as a floor, and no floor for a maximum", () => {
    expect(after(TIMED, firm(ADA, 700_00)).floor).toBe(700_00)
    expect(after(TIMED, firm(ADA, 700_00), maximum(ADA, 900_00)).floor).toBe(700_00)
    expect(after(TIMED, firm(ADA, 700_00), firm(ADA, 800_00)).floor).toBe(800_00)
    expect(after(TIMED, firm(ADA, 700_00), maximum(BORIS, 900_00)).floor).toBe(0)
    expect(after(TIMED, maximum(ADA, 900_00), firm(BORIS, 950_00)).floor).toBe(950_00)
  })

  test('keeps the price when a leader raises alone, even from an opening bid below one increment', () => {
    const low = { ...TIMED, openingBid: 5_00 }
    expect(after(low, maximum(ADA, 20_00), maximum(ADA, 90_00))).toMatchObject({ price: 5_00, leaderMaximum: 90_00 })
  })
})
