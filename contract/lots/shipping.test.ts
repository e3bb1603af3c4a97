import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippingClassOf, shippingEstimate } from './shipping-estimate.ts'
import { faultsOfShipping, type ShippingTable, type ShippingZone } from './shipping.ts'
import { codesOf } from './vocabulary.ts'

const rate = (base: number, perMile: number) => ({ base, perMile })
const zone = (name: string, own: Partial<ShippingZone> = {}): ShippingZone => ({
  name,
  from: '',
  country: 'US',
  places: [],
  miles: 100,
  rates: { small: rate(5000, 50), car: rate(10_000, 100), large: rate(15_000, 150), heavy: null },
  ...own,
})
const TABLE: ShippingTable = {
  zones: [
    zone('All of the States', { miles: 1000 }),
    zone('West', { places: ['9', 'CA'], miles: 2000 }),
    zone('Los Angeles', { places: ['90'], miles: 2100 }),
    zone('From Rivertown to Los Angeles', { places: ['90'], from: 'Rivertown', miles: 30 }),
    zone('Amsterdam', { country: 'NL', places: ['10'], miles: 0, rates: { ...zone('').rates, car: rate(80_000, 0) } }),
  ],
  notRunning: 12_000,
  note: '',
}
const CAR = { body: 'saloon', runState: 'drives', location: 'Springfield' }
const to = (place: string, country = 'US') => ({ country, place })

describe('a shipping estimate', () => {
  test.each([
    ['60601', 'All of the States', 110_000],
    ['ca', 'West', 210_000],
    ['94103', 'West', 210_000],
    ['90 210', 'Los Angeles', 220_000],
  ])('to %s uses the zone with the longest matching prefix', (place, name, total) => {
    expect(shippingEstimate(TABLE, CAR, to(place))).toMatchObject({ zone: name, total })
  })

  test('uses the zone of the vehicle’s location where there is one', () => {
    const there = { ...CAR, location: 'rivertown' }
    expect(shippingEstimate(TABLE, there, to('90210'))).toMatchObject({ zone: 'From Rivertown to Los Angeles' })
  })

  test('has a line for each part, and none for zero amounts', () => {
    const broken = { ...CAR, runState: 'starts' }
    expect(shippingEstimate(TABLE, broken, to('1015 CJ', 'NL'))).toEqual({
      zone: 'Amsterdam',
      lines: [
        { label: 'Loading and delivery', amount: 80_000 },
        { label: 'Winching, because it doesn’t drive', amount: 12_000 },
      ],
      total: 92_000,
    })
  })

  test('is null for unserved destinations and for what is not carried', () => {
    expect(shippingEstimate(TABLE, CAR, to('75001', 'FR'))).toEqual({ fault: 'no-zone' })
    expect(shippingEstimate(TABLE, CAR, to('9999', 'NL'))).toEqual({ fault: 'no-zone' })
    expect(shippingEstimate(TABLE, { ...CAR, body: 'box-truck' }, to('60601'))).toEqual({ fault: 'not-carried' })
  })

  test('is the sum of its lines, for every body, destination and table', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 })
    const made = fc.record({ base: amount, perMile: amount, miles: fc.integer({ min: 0, max: 20_000 }), extra: amount })
    fc.assert(
      fc.property(
        made,
        fc.constantFrom(...codesOf('body')),
        fc.boolean(),
        ({ base, perMile, miles, extra }, body, drives) => {
          const one = rate(base, perMile)
          const table: ShippingTable = {
            zones: [zone('Everywhere', { miles, rates: { small: one, car: one, large: one, heavy: one } })],
            notRunning: extra,
            note: '',
          }
          const estimate = shippingEstimate(table, { ...CAR, body, runState: drives ? 'drives' : 'unknown' }, to('1'))
          if ('fault' in estimate) throw new Error(estimate.fault)
          expect(estimate.total).toBe(base + perMile * miles + (drives ? 0 : extra))
          expect(estimate.lines.every((line) => line.amount > 0)).toBe(true)
        },
      ),
    )
  })
})

test('counts a body that is not a motorcycle, car or van as the largest', () => {
  expect(['quad', 'coupe', 'pickup', 'tractor-unit', 'a word of old'].map(shippingClassOf)).toEqual([
    'small',
    'car',
    'large',
    'heavy',
    'heavy',
  ])
})

test('a table reports places in two zones and zones with the same name', () => {
  const twice = { ...TABLE, zones: [zone('A', { places: ['90'] }), zone('A', { places: ['9 0', '91'] }), zone('B')] }
  expect(faultsOfShipping(twice)).toEqual([
    { field: 'zones.1.name', message: 'Two zones have this name.' },
    { field: 'zones.1.places', message: 'US 9 0 is already in A.' },
  ])
  expect(faultsOfShipping(TABLE)).toEqual([])
})
