import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codesOf, LIST_NAMES } from '#contract/lots/vocabulary.ts'
import { readAmount, readLines, readOdometer, readPhotos, readYear } from './read-values.ts'
import { codeOf, fieldOf, saysMore } from '../synonyms.ts'

describe('a distance', () => {
  test('is read with its unit and its status if the cell has them', () => {
    expect(readOdometer('64,601 A')).toEqual({
      value: { value: 64_601, unit: null, status: 'actual' },
      remark: '“A” was read as actual.',
    })
    expect(readOdometer('104.000 km')).toEqual({ value: { value: 104_000, unit: 'km', status: null } })
    expect(readOdometer('TMU')).toEqual({ value: null, remark: expect.stringMatching(/^No reading/) })
    expect(readOdometer('64 601 miles (TMU)')).toMatchObject({
      value: { value: 64_601, unit: 'mi', status: 'not-actual' },
    })
    expect(readOdometer('0')).toEqual({ value: { value: 0, unit: null, status: null } })
    expect(readOdometer('120000.00')).toMatchObject({ value: { value: 120_000 } })
  })

  test('is null if it is ambiguous or has unknown letters', () => {
    for (const text of [
      '64,6',
      '64.601,5',
      '6,46,01',
      'unreadable',
      '',
      '64,601 Q',
      '64601 mi maybe',
      '-5',
      '99999999',
    ]) {
      expect(readOdometer(text), text).toHaveProperty('fault')
    }
  })
})

test('a distance in thousands says how to write it', () => {
  for (const text of ['123k', '123 tkm', '120 Tsd km'])
    expect(readOdometer(text), text).toEqual({ fault: 'This isn’t a whole distance. Write it as 64,601 mi.' })
})

describe('an amount', () => {
  test('is read with its sign, its thousands and its decimals', () => {
    expect(readAmount('0 USD', '.', 'USD', 2)).toEqual({ value: 0 })
    expect(readAmount('$1,200', '.', 'USD', 2)).toEqual({ value: 120_000 })
    expect(readAmount('1,234,567.80', '.', 'USD', 2)).toEqual({ value: 123_456_780 })
    expect(readAmount('1.200,50 EUR', ',', 'EUR', 2)).toEqual({ value: 120_050 })
    expect(readAmount('1.200,- €', ',', 'EUR', 2)).toEqual({ value: 120_000 })
    expect(readAmount('$1,200.--', '.', 'USD', 2)).toEqual({ value: 120_000 })
    expect(readAmount('¥', '.', 'JPY', 0)).toHaveProperty('fault')
    expect(readAmount('1200 JPY', '.', 'JPY', 0)).toEqual({ value: 1_200 })
  })

  test('may have the sign that its currency shares with others, and not the sign of another', () => {
    expect(readAmount('$1,200.50', '.', 'CAD', 2)).toEqual({ value: 120_050 })
    expect(readAmount('CA$1,200.50', '.', 'CAD', 2)).toEqual({ value: 120_050 })
    expect(readAmount('$ 1.200.000', ',', 'CLP', 0)).toEqual({ value: 1_200_000 })
    expect(readAmount('¥1,200', '.', 'JPY', 0)).toEqual({ value: 1_200 })
    expect(readAmount('R$ 1.200,50', ',', 'BRL', 2)).toEqual({ value: 120_050 })
    expect(readAmount('(1,200)', '.', 'USD', 2)).toEqual({ fault: 'This isn’t an amount. Write it as 1,200.50.' })
    for (const [text, code] of [
      ['CA$1200', 'CAD'],
      ['C$ 1,200', 'CAD'],
      ['MX$1,200', 'MXN'],
      ['A$1,200', 'AUD'],
    ] as const)
      expect(readAmount(text, '.', 'USD', 2)).toEqual({ fault: `This is in ${code}, and the auction is in USD.` })
    expect(readAmount('C$1,200', '.', 'CAD', 2)).toEqual({ value: 120_000 })
    const fault = 'This is in USD, and the auction is in CAD.'
    expect(readAmount('US$1,200', '.', 'CAD', 2)).toEqual({ fault })
    expect(readAmount('€1,200', '.', 'CAD', 2)).toEqual({ fault: fault.replace('USD', 'EUR') })
  })

  test('may have empty decimals in a currency without any', () => {
    expect(readAmount('1.200.000,00', ',', 'CLP', 0)).toEqual({ value: 1_200_000 })
    expect(readAmount('1,200.50', '.', 'JPY', 0)).toEqual({
      fault: 'An amount in JPY has no decimal places. Check the decimal separator.',
    })
  })

  test('is null in another currency, below zero, or if it is ambiguous', () => {
    for (const text of ['1200 EUR', '-5', '1.200', '1,20.5', '1.200.5', '12 bananas', 'call us', '12.345']) {
      expect(readAmount(text, '.', 'USD', 2), text).toHaveProperty('fault')
    }
  })

  test('formatted by these rules is read back unchanged', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000_000 }),
        fc.constantFrom('.' as const, ',' as const),
        (minor, decimal) => {
          const text = (minor / 100).toLocaleString(decimal === '.' ? 'en-US' : 'de-DE', { minimumFractionDigits: 2 })
          expect(readAmount(text, decimal, 'USD', 2)).toEqual({ value: minor })
        },
      ),
    )
  })
})

test('a unit of distance may be written in any of our languages', () => {
  const read = (text: string) => readOdometer(text)
  for (const text of ['98.000 millas', '98000 Meilen', '98,000 miles'])
    expect(read(text)).toMatchObject({ value: { value: 98_000, unit: 'mi' } })
  for (const text of ['98.000 kilómetros', '98000 Kilometer', '98 000 kilometros'])
    expect(read(text)).toMatchObject({ value: { value: 98_000, unit: 'km' } })
})

test('a year has four digits; two could mean either century', () => {
  expect(readYear('2010')).toEqual({ value: 2010 })
  expect(readYear('2010.0')).toEqual({ value: 2010 })
  expect(readYear('10')).toHaveProperty('fault')
  expect(readYear('MMX')).toHaveProperty('fault')
  // Cells with dates that show their years only.
  expect(readYear('2019-01-01')).toEqual({ value: 2019 })
  expect(readYear('2019-07-15')).toEqual({ value: 2019, remark: 'Only the year of 2019-07-15 was read.' })
})

test('lists are split by their separators, and photos are named by file and folder', () => {
  expect(readLines('Tow bar; Roof rails|Heated seats')).toEqual({ value: ['Tow bar', 'Roof rails', 'Heated seats'] })
  expect(readLines('Climate control, Tow bar')).toEqual({ value: ['Climate control', 'Tow bar'] })
  expect(readPhotos('hero=IMG_1.jpg; rear: IMG_2.JPG, extra.png')).toEqual({
    value: [
      { slot: 'hero', fileName: 'IMG_1.jpg' },
      { slot: 'rear', fileName: 'IMG_2.JPG' },
      { slot: null, fileName: 'extra.png' },
    ],
  })
  expect(readPhotos('../../etc/passwd')).toHaveProperty('fault')
})

describe('words in files', () => {
  test('map to one code, by the usual trade words or by earlier mappings', () => {
    expect(codeOf('titleBrand', ' Salvage  Title ')).toBe('salvage')
    expect(codeOf('drive', '4x4')).toBe('four-selectable')
    expect(codeOf('titleBrand', 'Certificate 12-B')).toBeNull()
    expect(codeOf('titleBrand', 'Certificate 12-B', { 'certificate 12-b': 'rebuilt' })).toBe('rebuilt')
    expect(codeOf('titleBrand', 'x', { x: 'no-such-code' })).toBeNull()
  })

  test('that are codes or their names map to themselves, in every list', () => {
    for (const list of LIST_NAMES)
      for (const code of codesOf(list)) expect(codeOf(list, code), `${list} ${code}`).toBe(code)
  })

  test('are kept beside the code if they say more', () => {
    expect(saysMore('gearbox', '6-speed manual', 'manual')).toBe(true)
    expect(saysMore('gearbox', 'Manual', 'manual')).toBe(false)
    expect(saysMore('keys', 'yes', 'present')).toBe(false)
  })

  test('name columns, whatever characters separate them', () => {
    expect(fieldOf('Odometer_Reading')).toBe('odometer')
    expect(fieldOf('Odometer (km)')).toBe('odometer')
    expect(fieldOf('Opening bid [USD]')).toBe('openingBid')
    expect(fieldOf('Inventar-Nr.')).toBe('stockNumber')
    expect(fieldOf('VIN #')).toBe('vin')
    expect(fieldOf('stockNumber')).toBe('stockNumber')
    expect(fieldOf('Astrological sign')).toBeNull()
  })
})
