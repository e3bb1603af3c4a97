import { describe, expect, it } from 'vitest'
import { amountFrom } from './amount-text.ts'
import { confirmationFor } from './bid-confirmation.ts'

describe('a second press', () => {
  it('is not asked for the next bid', () => {
    expect(confirmationFor({ kind: 'firm', amount: 405000 }, 405000, false)).toBeNull()
    expect(confirmationFor({ kind: 'firm', amount: 810000 }, 405000, false)).toBeNull()
  })

  it('is asked for more than twice the next bid', () => {
    expect(confirmationFor({ kind: 'firm', amount: 810100 }, 405000, false)).not.toBeNull()
    expect(confirmationFor({ kind: 'maximum', amount: 4_050_000 }, 405000, false)).not.toBeNull()
  })

  it('is asked for raising over one’s own lead, but not for raising a sealed maximum', () => {
    expect(confirmationFor({ kind: 'firm', amount: 405000 }, 405000, true)).not.toBeNull()
    expect(confirmationFor({ kind: 'maximum', amount: 500000 }, 405000, true)).toBeNull()
  })

  it('is asked for buying at once', () => {
    expect(confirmationFor({ kind: 'buy-now', amount: null }, 405000, false)).not.toBeNull()
  })
})

describe('a typed amount', () => {
  it('is read with or without separators and sign', () => {
    for (const text of ['4250', '4,250', '$4,250.00', '4 250']) expect(amountFrom(text, 'USD')).toBe(425000)
    expect(amountFrom('4250.5', 'USD')).toBe(425050)
  })

  it('is none where it is no number', () => {
    for (const text of ['', 'abc', '1.2.3', '0']) expect(amountFrom(text, 'USD')).toBeNull()
  })
})
