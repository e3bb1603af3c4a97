import { describe, expect, test } from 'vitest'
import { buyNowOffered } from './buy-now.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import type { Command } from './command.ts'
import { ADA, BORIS, buyNow, clock, firm, maximum, TIMED, upTo } from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

const OFFERED: Terms = { ...TIMED, buyNow: 9_000_00 }
const AT = clock('10:30')

/** The result of `command` after `before`, all applied at 10:05. */
function after(terms: Terms, before: Command[], command: Command, now = AT) {
  let state = initialLot(terms)
  for (const each of before) {
    const decision = decide(terms, state, each, clock('10:05'))
    if (!decision.ok) throw new Error(decision.rejection.code)
    state = decision.events.reduce(evolve, state)
  }
  const decision = decide(terms, state, command, now)
  return decision.ok
    ? { events: decision.events, state: decision.events.reduce(evolve, state) }
    : { rejection: decision.rejection }
}

const codeOf = (...asked: Parameters<typeof after>) => after(...asked).rejection?.code ?? 'ok'

describe('buy now', () => {
  test('sells the lot immediately at its price, opens it if it was not opened, and leaves no unmet reserve', () => {
    const terms = { ...OFFERED, reserve: 20_000_00 }
    const { events, state } = after(terms, [], buyNow(ADA))
    expect(events).toEqual([
      { type: 'opened', at: AT, closesAt: clock('11:00') },
      { type: 'bought-now', at: AT, bidder: ADA, price: 9_000_00 },
      { type: 'closed', at: AT, outcome: 'sold', price: 9_000_00, leader: ADA },
    ])
    expect(state).toMatchObject({
      status: 'sold',
      price: 9_000_00,
      leader: ADA,
      leaderMaximum: 9_000_00,
      runnerUp: null,
      floor: 9_000_00,
      reserveMet: true,
      closesAt: AT,
    })
  })

  test('makes the previous leader the runner-up, unless they are the buyer', () => {
    const terms: Terms = { ...OFFERED, buyNowUntil: 'price-reached' }
    expect(after(terms, [maximum(BORIS, 3_000_00)], buyNow(ADA)).state).toMatchObject({ runnerUp: 3_000_00 })
    expect(after(terms, [maximum(ADA, 3_000_00)], buyNow(ADA)).state).toMatchObject({ leader: ADA, runnerUp: null })
  })

  test('is for people who may bid, on an open lot, with its own id', () => {
    for (const why of ['not-complete', 'suspended', 'own-lot'] as const)
      expect(after(OFFERED, [], buyNow(ADA, { ineligible: why })).rejection).toEqual({ code: 'not-eligible', why })
    expect(codeOf(OFFERED, [], buyNow(ADA), clock('9:59'))).toBe('lot-not-open')
    expect(codeOf(OFFERED, [], buyNow(ADA), clock('11:00'))).toBe('lot-closed')
    expect(codeOf(OFFERED, [], buyNow(ADA, { bidIdReused: true }))).toBe('bid-id-reused')
  })

  test('is unavailable where the lot never offered it', () => {
    expect(codeOf(TIMED, [], buyNow(ADA))).toBe('buy-now-gone')
    expect(codeOf(TIMED, [], buyNow(ADA, { limit: upTo(0, 0) }))).toBe('buy-now-gone')
  })

  test('counts against the limit with its full price, and may use the limit exactly', () => {
    const withLimit = (limit: number) => buyNow(ADA, { limit: upTo(limit, 1_000_00) })
    expect(codeOf(OFFERED, [], withLimit(10_000_00))).toBe('ok')
    expect(codeOf(OFFERED, [], withLimit(9_999_99))).toBe('over-bidding-limit')
  })

  test('is refused for the limit before it is refused as unavailable', () => {
    const short = buyNow(BORIS, { limit: upTo(1_00, 0) })
    expect(codeOf(OFFERED, [firm(ADA, 500_00)], short)).toBe('over-bidding-limit')
    expect(codeOf(OFFERED, [firm(ADA, 500_00)], buyNow(BORIS))).toBe('buy-now-gone')
  })
})

describe('the buy-now price is available', () => {
  const offered = (own: Partial<Terms>, price: number | null, reserveMet = false) =>
    buyNowOffered({ ...OFFERED, ...own }, { price, reserveMet })

  test('until the first bid, whatever the terms; and never where there is none', () => {
    expect(offered({}, null)).toBe(true)
    expect(offered({ buyNowUntil: 'price-reached' }, null)).toBe(true)
    expect(offered({ buyNow: null }, null)).toBe(false)
    expect(offered({ buyNow: null, buyNowUntil: 'price-reached' }, 500_00)).toBe(false)
  })

  test('until a bid meets the reserve; without a reserve, the first bid ends it', () => {
    expect(offered({ reserve: 5_000_00 }, 4_000_00)).toBe(true)
    expect(offered({ reserve: 5_000_00 }, 5_000_00, true)).toBe(false)
    expect(offered({ reserve: null }, 500_00)).toBe(false)
  })

  test('or until the price reaches it, if the terms say so, whether the reserve is met or not', () => {
    const terms = { buyNowUntil: 'price-reached', reserve: 5_000_00 } as const
    expect(offered(terms, 8_999_99, true)).toBe(true)
    expect(offered(terms, 9_000_00, true)).toBe(false)
    expect(offered({ reserve: 20_000_00 }, 9_000_00)).toBe(false)
  })
})
