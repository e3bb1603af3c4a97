import { expect, test } from 'vitest'
import { townLines } from './postal-address.ts'

test.each([
  [{ postcode: '62701', city: 'Springfield', region: 'IL', country: 'US' }, ['Springfield, IL 62701']],
  [{ postcode: '', city: 'Springfield', region: '', country: 'US' }, ['Springfield']],
  [{ postcode: '1234 AB', city: 'Utrecht', region: '', country: 'NL' }, ['1234 AB Utrecht']],
  [
    { postcode: '28013', city: 'Madrid', region: 'Comunidad de Madrid', country: 'ES' },
    ['28013 Madrid', 'Comunidad de Madrid'],
  ],
])('%o is written as its country writes it', (parts, lines) => {
  expect(townLines(parts)).toEqual(lines)
})
