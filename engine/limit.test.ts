import { describe, expect, test } from 'vitest'
import type { BiddingLimit, Command } from './command.ts'
import { ADA, answer, BORIS, codeOf, firm, maximum, TIMED } from './saleroom.test-support.ts'

/** A limit on a lot that costs a tenth of its price as premium and 50 as a fee: a price of 1,000 comes to 1,150. */
function limitOf(limit: number, committedElsewhere = 0): { limit: BiddingLimit } {
  return { limit: { limit, committedElsewhere, totalOf: (price) => price + price / 10 + 50_00 } }
}

function after(actions: Command[], command: Command) {
  return answer(
    TIMED,
    actions.map((action): [string, Command] => ['10:05', action]),
    '10:06',
    command,
  )
}

const over = (limit: number, committed: number) => ({
  ok: false,
  rejection: { code: 'over-bidding-limit', limit, committed },
})

describe('a bidding limit', () => {
  test('is compared with the total cost, not the price, and can be used to the last cent', () => {
    expect(codeOf(after([], maximum(ADA, 1_000_00, limitOf(1_150_00))))).toBe('taken: opened, bid-placed')
    expect(after([], maximum(ADA, 1_000_00, limitOf(1_149_99)))).toEqual(over(1_149_99, 0))
    expect(after([], firm(ADA, 1_000_00, limitOf(1_149_99)))).toEqual(over(1_149_99, 0))
  })

  test('counts what the bidder has committed on other lots and in unpaid invoices', () => {
    expect(codeOf(after([], maximum(ADA, 1_000_00, limitOf(2_000_00, 850_00))))).toBe('taken: opened, bid-placed')
    expect(after([], maximum(ADA, 1_000_00, limitOf(2_000_00, 850_01)))).toEqual(over(2_000_00, 850_01))
  })

  test("replaces the leader's old maximum with the raised one, and reports what the old one commits", () => {
    const leading = [maximum(ADA, 1_000_00)]
    expect(codeOf(after(leading, maximum(ADA, 2_000_00, limitOf(2_250_00))))).toBe('taken: maximum-changed')
    expect(after(leading, maximum(ADA, 2_000_00, limitOf(2_249_99)))).toEqual(over(2_249_99, 1_150_00))
    expect(after(leading, maximum(ADA, 2_000_00, limitOf(2_300_00, 60_00)))).toEqual(over(2_300_00, 1_210_00))
  })

  test("compares a leader's firm bid with the higher maximum that stays", () => {
    expect(after([maximum(ADA, 3_000_00)], firm(ADA, 1_000_00, limitOf(2_000_00)))).toEqual(over(2_000_00, 3_350_00))
  })

  test('assumes that every bid leads, so the answer reveals nothing about a sealed maximum', () => {
    const sealed = [maximum(BORIS, 9_000_00)]
    expect(after(sealed, maximum(ADA, 1_000_00, limitOf(1_149_99)))).toEqual(over(1_149_99, 0))
    expect(codeOf(after(sealed, maximum(ADA, 1_000_00, limitOf(1_150_00))))).toBe('taken: bid-placed')
  })

  test('of zero, because it is in another currency than the lot, says so', () => {
    const { limit } = limitOf(0)
    const refused = after([], maximum(ADA, 1_000_00, { limit: { ...limit, why: 'other-currency' } }))
    expect(refused).toEqual({ ok: false, rejection: { ...over(0, 0).rejection, why: 'other-currency' } })
  })

  test('refuses nothing if the bidder has none', () => {
    expect(codeOf(after([], maximum(ADA, 900_000_00, { limit: null })))).toBe('taken: opened, bid-placed')
  })
})
