import { expect, it } from 'vitest'
import { checkDigit } from './vin.ts'

it('tells a right check digit from a wrong one and from a short number', () => {
  expect(checkDigit('1M8GDM9AXKP042788')).toBe('right')
  expect(checkDigit('11111111111111111')).toBe('right')
  expect(checkDigit('1M8GDM9A1KP042788')).toBe('wrong')
  expect(checkDigit('1M8GDM9AXKP04278O')).toBe('not-a-full-number')
  expect(checkDigit('ABC123')).toBe('not-a-full-number')
})
