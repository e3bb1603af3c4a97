import { describe, expect, test } from 'vitest'
import { countryOfVin } from './vin-countries.ts'
import { knownIdentifiers, makeNamed, makeOfVin, sharesIdentifiers } from './vin-makers.ts'
import {
  hasValidCheckDigit,
  isMistypedVin,
  isVin,
  maskedVin,
  plainVin,
  readVin,
  vinCheckDigit,
  withCheckDigit,
  yearCharacter,
} from './vin.ts'

const NEXT_YEAR = 2027

describe('the check digit of a VIN', () => {
  test('matches the published examples', () => {
    expect(vinCheckDigit('1M8GDM9AXKP042788')).toBe('X')
    expect(vinCheckDigit('11111111111111111')).toBe('1')
    expect(vinCheckDigit('5GZCZ43D13S812715')).toBe('1')
  })

  test('detects one wrong character in any position', () => {
    const vin = '1M8GDM9AXKP042788'
    for (const [place, right] of [...vin].entries()) {
      const wrong = right === '8' ? '5' : '8'
      const other = vin.slice(0, place) + wrong + vin.slice(place + 1)
      expect(hasValidCheckDigit(other), other).toBe(false)
    }
  })

  test('is placed in the ninth position', () => {
    expect(withCheckDigit('1M8GDM9A0KP042788')).toBe('1M8GDM9AXKP042788')
  })

  test('makes a VIN invalid only in North America since 1981; elsewhere and earlier it is only reported', () => {
    expect(isMistypedVin('1M8GDM9A1KP042788', 1989)).toBe(true)
    expect(isMistypedVin('1M8GDM9A1KP042788', 1980)).toBe(false)
    expect(isMistypedVin('WVWZZZ1JZXW000001', 1999)).toBe(false)
    expect(readVin('WVWZZZ1JZXW000001', NEXT_YEAR)).toMatchObject({ checkDigit: 'wrong', checkDigitBinds: false })
    expect(readVin('1M8GDM9A1KP042788', NEXT_YEAR)).toMatchObject({ checkDigit: 'wrong', checkDigitBinds: true })
  })
})

test('a VIN has 17 characters without I, O and Q; spaces, dashes and lowercase letters are accepted', () => {
  expect(isVin('1M8GDM9AXKP042788')).toBe(true)
  expect(isVin('1M8GDM9AXKP04278')).toBe(false)
  expect(isVin('1M8GDM9AXKPO42788')).toBe(false)
  expect(plainVin(' 1m8gdm9-axkp 042788')).toBe('1M8GDM9AXKP042788')
  expect(readVin('123456789', NEXT_YEAR)).toMatchObject({
    isFull: false,
    make: null,
    checkDigit: 'none',
    modelYears: [],
  })
})

describe('the model year', () => {
  test('is determined by the seventh character for light vehicles of North America', () => {
    // Published examples: a Saturn of 2003, a Honda Accord of 2003, a Hyundai Kona of 2023.
    expect(readVin('5GZCZ43D13S812715', 2034)).toMatchObject({ modelYears: [2003], yearBy: 'place-7' })
    expect(readVin('1HGCM82633A004352', 2034)).toMatchObject({ modelYears: [2003], yearBy: 'place-7' })
    expect(readVin('1FTFW1ETXBFA00001', NEXT_YEAR)).toMatchObject({ modelYears: [2011], yearBy: 'place-7' })
    expect(readVin('1FTFX1551BFA00001', NEXT_YEAR)).toMatchObject({ modelYears: [1981], yearBy: 'place-7' })
  })

  test('stays ambiguous where nothing determines it: for heavy vehicles and outside North America', () => {
    expect(readVin('1FTFW1ETXBFA00001', NEXT_YEAR, false)).toMatchObject({
      modelYears: [2011, 1981],
      yearBy: 'unsettled',
    })
    expect(readVin('WVWZZZ1JZBW000001', NEXT_YEAR)).toMatchObject({ modelYears: [2011, 1981], yearBy: 'unsettled' })
  })

  test('is never in the future: then only the earlier cycle is possible', () => {
    expect(readVin('KM8K2CAB4YU001140', NEXT_YEAR)).toMatchObject({ modelYears: [2000], yearBy: 'only-one' })
  })

  test('is null where the tenth character means none', () => {
    expect(readVin('WVWZZZ1JZ0W000001', NEXT_YEAR)).toMatchObject({ modelYears: [], yearBy: 'none' })
    expect(readVin('WVWZZZ1JZZW000001', NEXT_YEAR)).toMatchObject({ modelYears: [], yearBy: 'none' })
  })

  test('has a character for every year from 1980', () => {
    expect([1980, 1981, 1988, 1993, 2000, 2001, 2009, 2010, 2026].map(yearCharacter).join('')).toBe('ABJPY19AT')
  })
})

describe('region, country and make', () => {
  test('are read from the first three characters', () => {
    expect(readVin('1M8GDM9AXKP042788', NEXT_YEAR)).toMatchObject({ region: 'north-america', country: 'US' })
    expect(readVin('WVWZZZ1JZXW000001', NEXT_YEAR)).toMatchObject({
      region: 'europe',
      country: 'DE',
      make: 'Volkswagen',
    })
    expect(readVin('KM8K2CAB4PU001140', NEXT_YEAR)).toMatchObject({
      region: 'asia',
      country: 'KR',
      make: 'Hyundai',
    })
    expect(readVin('6G1EK52F08L000001', NEXT_YEAR)).toMatchObject({
      region: 'oceania',
      country: 'AU',
      make: 'Holden',
    })
    expect(readVin('9BWZZZ377VT000001', NEXT_YEAR)).toMatchObject({ region: 'south-america', country: 'BR' })
    expect(readVin('AHTEZ39G000000001', NEXT_YEAR)).toMatchObject({
      region: 'africa',
      country: 'ZA',
      make: 'Toyota',
    })
  })

  test('of runs that end in digits are read in the standard’s order, where 0 comes last', () => {
    expect(countryOfVin('V60')).toBe('EE')
    expect(countryOfVin('X10')).toBe('LU')
    expect(countryOfVin('7F0')).toBe('US')
    expect(countryOfVin('7A0')).toBe('NZ')
  })

  test('are unknown where the table has no entry', () => {
    expect(makeOfVin('J9KUR41B2AK141894')).toBeNull()
    expect(readVin('J9KUR41B2AK141894', NEXT_YEAR)).toMatchObject({ country: 'JP', make: null })
  })

  test('come from a table of well-formed identifiers, each with one make and a known country', () => {
    const all = knownIdentifiers()
    expect(all.length).toBeGreaterThan(300)
    expect(all.filter(([identifier, make]) => !/^[A-HJ-NPR-Z0-9]{3}$/.test(identifier) || make === '')).toEqual([])
    expect(all.filter(([identifier]) => countryOfVin(identifier) === null)).toEqual([])
  })

  test('do not conflict within one corporate group', () => {
    expect(sharesIdentifiers('Citroen', 'Citroën')).toBe(true)
    expect(sharesIdentifiers('Dodge', 'Chrysler')).toBe(true)
    expect(sharesIdentifiers('Toyota', 'Mercedes-Benz')).toBe(false)
  })
})

test('a make is known by the names that sellers use for it', () => {
  expect(['VW', 'Škoda', 'skoda', 'Mercedes', 'MERCEDES BENZ', 'Citroen', 'Toyyota'].map(makeNamed)).toEqual([
    'Volkswagen',
    'Skoda',
    'Skoda',
    'Mercedes-Benz',
    'Mercedes-Benz',
    'Citroën',
    null,
  ])
})

test('a masked VIN keeps what is visible, and is not mistaken for a whole one', () => {
  expect(maskedVin('1FTRF122*********')).toBe('1FTRF122*********')
  expect(maskedVin('1ftrf122xxxxxxxxx')).toBe('1FTRF122*********')
  expect(maskedVin('WVWZZZ1K0BP12••••')).toBe('WVWZZZ1K0BP12****')
  expect(['1M8GDM9AXKP042788', '1FTRF122', '*****************', '1M8GDM9AXKPXX2788'].map(maskedVin)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(readVin('1FTRF122*********', NEXT_YEAR)).toMatchObject({ isFull: false, make: null })
})
