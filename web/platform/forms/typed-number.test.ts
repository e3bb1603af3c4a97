import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test('a typed amount is read with thousands and decimals as Americans write them', () => {
  const amounts = { '4250': 425_000, '4,250.00': 425_000, '1,234,567.5': 123_456_750, ' 4 250 ': 425_000, '0.07': 7 }
  for (const [text, amount] of Object.entries(amounts)) expect([text, typedNumber(text, 100)]).toEqual([text, amount])
})

test('anything else is no number: letters, signs, a decimal comma, more decimals than the currency has', () => {
  for (const text of ['', '5OOO', '5k', '-5', '$5', '12,50', '1.234,50', '1,2345', '0.001', '1e3', '9'.repeat(20)])
    expect([text, typedNumber(text, 100)]).toEqual([text, NaN])
})
