import { minorUnits } from '#contract/platform/currency.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatExactMoney, formatMoney, formatShare } from './money.ts'
import { formatAge, formatDuration, formatInstant } from './time.ts'

test.each([
  [4250_00, 'USD', '$4,250', '$4,250.00'],
  [99_50, 'USD', '$99.50', '$99.50'],
  [4250_00, 'EUR', '€4,250', '€4,250.00'],
  [4250, 'JPY', '¥4,250', '¥4,250'],
  [0, 'USD', '$0', '$0.00'],
])('%i minor units of %s are %s as a price and %s as a charge', (amount, currency, price, charge) => {
  expect([formatMoney(amount, currency), formatExactMoney(amount, currency)]).toEqual([price, charge])
})

test('the yen has no minor unit', () => {
  expect([minorUnits('USD'), minorUnits('JPY')]).toEqual([100, 1])
})

describe('in a browser with other decimals of currencies than the server', () => {
  /** As browsers are: some give the peso cents, others take them from the dinar. */
  class Other extends Intl.NumberFormat {
    constructor(locale?: string, options?: Intl.NumberFormatOptions) {
      const digits = { COP: 2, RSD: 0 }[options?.currency ?? '']
      const own = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
      super(locale, { ...own, ...options })
    }
  }
  beforeEach(() => {
    vi.resetModules()
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(Other as never)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.resetModules()
  })

  test('a price is shown and typed as the server counts it', async () => {
    const { formatExactMoney, formatMoney } = await import('./money.ts')
    const { amountFrom } = await import('../bidding/bid/amount-text.ts')
    expect([formatMoney(4_000_000, 'COP'), formatExactMoney(4_000_000, 'COP')]).toEqual([
      'COP\u00a04,000,000',
      'COP\u00a04,000,000',
    ])
    expect([formatMoney(990_050, 'RSD'), formatExactMoney(990_000, 'RSD')]).toEqual([
      'RSD\u00a09,900.50',
      'RSD\u00a09,900.00',
    ])
    expect([amountFrom('4,000,000', 'COP'), amountFrom('9,900', 'RSD')]).toEqual([4_000_000, 990_000])
  })
})

test('basis points read as a percentage', () => {
  expect([formatShare(1250), formatShare(700)]).toEqual(['12.5%', '7%'])
})

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [45_900, '45 s'],
  [200_000, '3 min 20 s'],
  [7_200_000, '2 h'],
  [187_200_000, '2 d 4 h'],
])('%i ms read %s', (durationMs, words) => {
  expect(formatDuration(durationMs)).toBe(words)
})

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [22 * 60_000 + 22_000, '22 min'],
  [119 * 60_000, '1 h'],
  [47 * 3_600_000, '1 d'],
])('something %i ms old reads %s', (ageMs, words) => {
  expect(formatAge(ageMs)).toBe(words)
})

test('an instant always names its time zone', () => {
  expect(formatInstant(Date.UTC(2026, 10, 21, 9, 30))).toMatch(/(UTC|GMT|[A-Z]{2,5})/)
})

test('an instant names its year unless it is this one', () => {
  const year = new Date().getFullYear()
  expect(formatInstant(Date.UTC(year, 5, 15, 12))).not.toContain(String(year))
  expect(formatInstant(Date.UTC(2020, 5, 15, 12))).toContain('2020')
})

describe('in German', () => {
  beforeEach(() => {
    vi.resetModules()
    document.documentElement.lang = 'de'
  })
  afterEach(() => {
    document.documentElement.lang = ''
    vi.resetModules()
  })

  test('amounts have points between thousands and a comma before cents', async () => {
    const { formatExactMoney, formatMoney, formatShare } = await import('./money.ts')
    const { timeLeft } = await import('../bidding/bid/closes-in.tsx')
    expect([formatMoney(425000, 'USD'), formatExactMoney(123450, 'USD'), formatShare(825)]).toEqual([
      '4.250\u00a0$',
      '1.234,50\u00a0$',
      '8,25\u00a0%',
    ])
    expect(timeLeft(9420)).toBe('9,4')
  })

  test('a typed point between thousands is never taken for a decimal, nor a comma for thousands', async () => {
    const { amountFrom, amountText } = await import('../bidding/bid/amount-text.ts')
    for (const text of ['4250', '4.250', '4.250,00 $', '4 250']) expect(amountFrom(text, 'USD')).toBe(425000)
    expect([amountFrom('1.500', 'USD'), amountFrom('1,50', 'USD')]).toEqual([150000, 150])
    expect([amountFrom('4,250', 'USD'), amountFrom('1.50', 'USD')]).toEqual([null, null])
    expect(amountText(425050, 'USD')).toBe('4250,50')
    expect(amountFrom(amountText(425050, 'USD'), 'USD')).toBe(425050)
  })
})
