import { expect, test } from 'vitest'
import type { ShippingTable } from '#contract/lots/shipping.ts'
import { draftOf, emptyZone, tableOf } from './zone-draft.ts'

const TABLE: ShippingTable = {
  zones: [
    {
      name: 'Midwest',
      from: 'Springfield',
      country: 'US',
      places: ['6', 'IL'],
      miles: 240,
      rates: { small: { base: 9950, perMile: 0 }, car: { base: 20_000, perMile: 110 }, large: null, heavy: null },
    },
  ],
  notRunning: 9000,
  note: 'The carrier confirms the price.',
}

test('a table that is opened and saved is the same table', () => {
  expect(tableOf(draftOf(TABLE, 100), 100)).toEqual(TABLE)
  expect(draftOf(TABLE, 100).zones[0]).toMatchObject({ places: '6, IL', rates: { small: { base: '99.50' } } })
})

test('a class without prices is not offered, and one without a price per mile is flat', () => {
  const zone = {
    ...emptyZone('NL'),
    name: 'Amsterdam',
    rates: { ...emptyZone('NL').rates, car: { base: '800', perMile: '' } },
  }
  expect(tableOf({ zones: [zone], notRunning: '', note: '' }, 100)).toMatchObject({
    zones: [{ rates: { small: null, car: { base: 80_000, perMile: 0 }, large: null } }],
    notRunning: 0,
  })
})

test.each([
  [{ notRunning: 'much' }, 'Non-running surcharge: enter a number, such as 75 or 12.50.'],
  [{ notRunning: '1.005' }, 'Non-running surcharge: enter a number, such as 75 or 12.50.'],
  [{ zones: [{ ...emptyZone('US'), miles: 'far' }] }, 'Unnamed zone: enter the miles as a whole number.'],
])('explains what is not a number: %j', (own, words) => {
  expect(tableOf({ ...draftOf(TABLE, 100), ...own }, 100)).toBe(words)
})
