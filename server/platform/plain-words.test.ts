import { expect, test } from 'vitest'
import { nameOf } from './plain-words.ts'

test.each([
  [['biddingLimit'], 'The bidding limit'],
  [['closesAt'], 'The closing time'],
  [['lots', 2, 'opensAt'], 'The opening time'],
  [['terms', 'extensionWindowMs'], 'The extension window'],
  [['taxBasisPoints'], 'The tax rate'],
  [['taxId'], 'The tax ID'],
  [['postcode'], 'The ZIP code'],
  [['reminderAt'], 'The reminder'],
  [['at'], 'The time'],
  [['format'], 'The format'],
  [['constructor'], 'The constructor'],
  [['vin'], 'The VIN'],
  [['late-fee'], 'The late fee'],
  [['statementIds', 1], 'The statement ids (entry 2)'],
  [[0], 'The input'],
  [[], 'The input'],
])('the field %j is called by a plain name', (path, words) => {
  expect(nameOf(path)).toBe(words)
})
