import { describe, expect, it } from 'vitest'
import { amountFrom } from './amount-text.ts'
import { confirmationFor } from './bid-confirmation.ts'

const ASKED = { price: 400000, nextBid: 405000, leading: false }

describe('a second press', () => {
  it('is not asked for the next bid', () => {
    expect(confirmationFor({ kind: 'firm', amount: 405000 }, ASKED)).toBeNull()
    expect(confirmationFor({ kind: 'firm', amount: 810000 }, ASKED)).toBeNull()
  })

  it('is asked for more than twice the next bid', () => {
    expect(confirmationFor({ kind: 'firm', amount: 810100 }, ASKED)).toMatchObject({ mustType: false })
    expect(confirmationFor({ kind: 'maximum', amount: 2_000_000 }, ASKED)).toMatchObject({ mustType: false })
  })

  it('is asked for raising one’s own price, but not for raising a sealed maximum', () => {
    const leading = { ...ASKED, leading: true }
    expect(confirmationFor({ kind: 'firm', amount: 405000 }, leading)).toMatchObject({ mustType: false })
    expect(confirmationFor({ kind: 'maximum', amount: 500000 }, leading)).toBeNull()
  })

  it('is asked for buying now', () => {
    expect(confirmationFor({ kind: 'buy-now', amount: null }, ASKED)).toMatchObject({ mustType: false })
  })

  it('is not enough for more than five times the current price: the amount is typed', () => {
    for (const kind of ['firm', 'maximum'] as const) {
      expect(confirmationFor({ kind, amount: 2_000_001 }, ASKED)).toMatchObject({ mustType: true })
      expect(confirmationFor({ kind, amount: 2_000_001 }, { ...ASKED, leading: true })).toMatchObject({
        mustType: true,
      })
    }
    expect(
      confirmationFor({ kind: 'firm', amount: 50_001 }, { price: null, nextBid: 10_000, leading: false }),
    ).toMatchObject({ mustType: true })
  })
})

describe('a typed amount', () => {
  it('is read with or without separators and sign', () => {
    for (const text of ['4250', '4,250', '$4,250.00', '4 250']) expect(amountFrom(text, 'USD')).toBe(425000)
    expect(amountFrom('4250.5', 'USD')).toBe(425050)
  })

  it('is rejected if it is not a number', () => {
    for (const text of ['', 'abc', '1.2.3', '0', '12,50', '1,2345']) expect(amountFrom(text, 'USD')).toBeNull()
  })
})
