import { expect, test } from 'vitest'
import type { ImportMapping } from '#contract/lots/import.ts'
import { guessMapping } from './guess-mapping.ts'
import { readRow } from './read-row.ts'
import { codeOf } from '../synonyms.ts'

const HEADER = [
  'VIN',
  'Year',
  'Make',
  'Model',
  'Body',
  'Odometer',
  'Title',
  'Keys',
  'Runs',
  'Seller',
  'Start Price',
  'Reserve',
]
const GOOD = ['', '1995', 'Saturn', 'SL2', 'Sedan', '98,000 mi', 'Clean', 'Yes', 'Runs and drives', 'Fleet', '1000', '']

const VUE = {
  make: 'Saturn',
  model: 'Vue',
  year: 2003,
  trim: null,
  engine: '2.2 L, 4 cylinders',
  body: 'suv' as const,
  drive: null,
  fuel: 'petrol' as const,
  gearbox: null,
}

/** The row with these cells changed, read with the mapping that the header suggests. */
function read(own: Partial<Record<(typeof HEADER)[number], string>>, words: ImportMapping['words'] = {}) {
  const cells = HEADER.map((name, index) => own[name] ?? GOOD[index]!)
  const guessed = guessMapping(HEADER, [{ line: 2, cells }])
  const columns = { ...guessed.columns, runState: 8, sellerKind: 9 }
  const mapping = { ...guessed, columns, words, fixed: { location: 'Springfield' } }
  const makes = new Set<string>()
  const decoded = new Map([['5GZCZ43D13S812715', VUE]])
  const now = Date.UTC(2026, 10, 26)
  return readRow(
    { line: 2, cells },
    { header: HEADER, mapping, currency: 'USD', digits: 2, now, nextYear: 2027, makes, decoded },
  )
}

const said = (row: ReturnType<typeof read>) => row.notes.map(({ column, message }) => `${column}: ${message}`)

test('everything that is wrong with a row is said at once, and a field that is missing is named', () => {
  const row = read({
    VIN: '123',
    Year: '95',
    Make: '',
    Odometer: 'many',
    Title: 'Odd',
    Keys: '',
    'Start Price': '1000 EUR',
  })
  expect(row.entry).toBeNull()
  expect(said(row).toSorted()).toEqual([
    'Keys: There’s no value.',
    'Make: A vehicle needs a make.',
    'Odometer: This isn’t a whole distance. Write it as 64,601 mi.',
    'Start Price: This is in EUR, and the auction is in USD.',
    'Title: This value isn’t in the list. Map it or correct it.',
    'Year: Write the year with four digits; two could mean either century.',
  ])
})

test('“Runs and drives: No” asks what it means instead of guessing, and takes the answer', () => {
  const row = read({ Runs: 'No' })
  expect(row).toMatchObject({ entry: null, unknown: [{ list: 'runState', word: 'no' }] })
  expect(said(row)).toEqual([
    'Runs: It may start without driving, or not start. Choose what this means in this file, or correct it.',
  ])
  expect(read({ Runs: 'No' }, { runState: { no: 'turns' } }).entry).toMatchObject({ runState: 'turns' })
  expect(read({ Runs: 'Yes' }).entry).toMatchObject({ runState: 'drives' })
})

test('an odd value is noted and imported as written', () => {
  const few = read({ Odometer: '1 mi' })
  expect(few.entry?.odometer).toEqual({ value: 1, unit: 'mi', status: 'not-stated' })
  expect(said(few)).toEqual(['Odometer: 1 mile is very little for a 1995 vehicle. Check it.'])
  expect(said(read({ Year: '2020', Odometer: '900,000 mi' }))).toEqual([
    'Odometer: 900,000 miles is very much for a 2020 vehicle. Check it.',
  ])
  expect(said(read({ Year: '2026', Odometer: '12 mi' }))).toEqual([])
  expect(said(read({ Year: '2026', Odometer: '900,000 mi' }))).toEqual([
    'Odometer: 900,000 miles is very much for a 2026 vehicle. Check it.',
  ])
  expect(said(read({ 'Start Price': '100', Reserve: '10000' }))).toEqual([
    'Reserve: The reserve is more than 20 times the opening bid. Check both.',
  ])
})

test('a year or a reading that no vehicle can have is refused, and the refusal says what to do', () => {
  expect(said(read({ Year: '9999' }))).toEqual(['Year: The year must be between 1886 and 2027.'])
  expect(said(read({ Year: '0001' }))).toEqual(['Year: The year must be between 1886 and 2027.'])
  expect(said(read({ Odometer: '99999999 mi' }))).toEqual([
    'Odometer: No vehicle has driven more than 9,999,999. Check the reading.',
  ])
  expect(said(read({ Year: 'MMX', 'Start Price': 'call us' }))).toEqual([
    'Start Price: This isn’t an amount. Write it as 1,200.50.',
    'Year: This isn’t a year. Write it with four digits, such as 2014.',
  ])
})

test('a row with too few cells is said to be misplaced, and nothing else is said about it', () => {
  const mapping = guessMapping(HEADER, [])
  const reading = {
    header: HEADER,
    mapping,
    currency: 'USD',
    digits: 2,
    now: 0,
    nextYear: 2027,
    makes: new Set<string>(),
    decoded: new Map(),
  }
  const { entry, identity, notes } = readRow({ line: 9, cells: ['x', 'y'] }, reading)
  expect([entry, identity, notes.length]).toEqual([null, null, 1])
})

test('the VIN fills what the row leaves empty, and differences are reported and imported as written', () => {
  const vin = '5GZCZ43D13S812715'
  const filled = read({ VIN: vin, Year: '2003', Model: '', Body: '' })
  expect(filled.entry).toMatchObject({ model: 'Vue', body: 'suv', engine: '2.2 L, 4 cylinders', fuel: 'petrol' })
  expect(said(filled)).toEqual([
    'VIN: Read from the VIN: model Vue; body SUV; engine 2.2 L, 4 cylinders; fuel Gasoline.',
  ])
  const differs = read({ VIN: vin, Year: '2003', Model: 'Ion', Body: 'Sedan' })
  expect(differs.entry).toMatchObject({ model: 'Ion', body: 'saloon' })
  expect(said(differs)).toEqual([
    'VIN: Read from the VIN: engine 2.2 L, 4 cylinders; fuel Gasoline.',
    'Model: The VIN says Vue, the row Ion. Imported as written.',
    'Body: The VIN says SUV, the row Sedan. Imported as written.',
  ])
})

test('a make is found by the names sellers use, and a masked VIN is kept as far as it is visible', () => {
  const vw = read({ VIN: 'WVWZZZ1K0BP12****', Year: '2011', Make: 'VW', Model: 'Golf' })
  expect(vw.entry).toMatchObject({ make: 'Volkswagen', vin: 'WVWZZZ1K0BP12****' })
  expect(said(vw)).toEqual(['Make: Imported as Volkswagen.', 'VIN: This VIN is masked. What is visible was kept.'])
  expect(said(read({ Make: 'Škoda', Model: 'Octavia' }))).toEqual(['Make: Imported as Skoda.'])
})

test.each([
  [
    'AÑO|Marca|Modelo|Número de serie|Kilometraje (km)|Color|Combustible|Transmisión|Ubicacion|Precio de salida',
    'Gasolina',
    'Rojo',
  ],
  [
    'Baujahr|Marke|Modell|Fahrgestellnummer|Kilometerstand (km)|Farbe|KRAFTSTOFF|Getriebe|Standort|Startpreis',
    'Benzin',
    'Rot',
  ],
])('a header in Spanish or German is recognized, and so are its words: %s', (head, fuel, colour) => {
  const header = head.split('|')
  const { columns, odometerUnit } = guessMapping(header, [])
  const fields = [
    'year',
    'make',
    'model',
    'vin',
    'odometer',
    'colour',
    'fuel',
    'gearbox',
    'location',
    'openingBid',
  ] as const
  expect(fields.map((field) => columns[field])).toEqual([...header.keys()])
  expect(odometerUnit).toBe('km')
  expect([codeOf('fuel', fuel), codeOf('colour', colour)]).toEqual(['petrol', 'red'])
})

test('the VIN of a German list is its FIN', () => {
  for (const name of ['FIN', 'Fahrzeug-Identifizierungsnummer', 'Fahrgestell-Nr.'])
    expect(guessMapping([name], []).columns).toEqual({ vin: 0 })
})

test('a total, a note and a repeated header are said to be one, and nothing else is said about them', () => {
  const words = (own: Parameters<typeof read>[0]) => read(own).notes.map(({ message }) => message)
  const none = Object.fromEntries(HEADER.map((name) => [name, '']))
  expect(words({ ...none, 'Start Price': '=SUM(K2:K9)' })).toContain(
    'This row names no vehicle. It may be a total or a note.',
  )
  expect(words({ ...none, Title: 'Page 2 of 3' })).toEqual(['This row names no vehicle. It may be a total or a note.'])
  expect(words(Object.fromEntries(HEADER.map((name) => [name, name])))).toEqual(['This row repeats the header.'])
})

test('a formula without a result keeps its row out: a car must not lose its reserve, or be called #REF!', () => {
  const failed = read({ Model: '#REF!', Reserve: '#N/A', 'Start Price': '=B2*2', Odometer: '#VALUE!' })
  expect(failed.entry).toBeNull()
  expect(failed.notes.map(({ column, value, message }) => `${column} ${value}: ${message}`)).toEqual([
    'Model #REF!: This formula has no result. Write the value instead.',
    'Odometer #VALUE!: This formula has no result. Write the value instead.',
    'Start Price =B2*2: This formula has no result. Write the value instead.',
    'Reserve #N/A: This formula has no result. Write the value instead.',
  ])
  expect(read({ Odometer: '#N/A' }).entry).toMatchObject({ odometer: null })
})

test('a price that isn’t named is left to a person: it may be where bidding starts, the reserve or buy-now', () => {
  for (const name of ['Price', 'Precio', 'Preis']) expect(guessMapping([name], []).columns).toEqual({})
})
