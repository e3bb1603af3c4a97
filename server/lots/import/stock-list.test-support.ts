import { withCheckDigit, yearCharacter } from '#contract/lots/vin.ts'

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const HEADER = [
  'Stock #',
  'VIN',
  'Year',
  'Make',
  'Model',
  'Body Style',
  'Odometer',
  'Title',
  'Primary Damage',
  'Has Keys',
  'Run & Drive',
  'Transmission',
  'Drive',
  'Fuel',
  'Color',
  'Seller Type',
  'Yard',
  'Notes',
  'Opening Bid',
  'Reserve',
  'Photos',
]
type Cells = Record<(typeof HEADER)[number], string>

/** What was planted in a row, and what the import must report: a fault excludes the row, a remark does not. */
export type Planted = { line: number; column: string | null; isFault: boolean; words: RegExp }

const DIRT: { column: string; cell: string; isFault: boolean; words: RegExp }[] = [
  { column: 'VIN', cell: '123456789', isFault: true, words: /17 letters and digits/ },
  { column: 'Odometer', cell: '64,601 A', isFault: false, words: /read as actual/ },
  { column: 'Odometer', cell: '64,6', isFault: true, words: /isn’t a whole distance/ },
  { column: 'Odometer', cell: 'unreadable', isFault: true, words: /isn’t a whole distance/ },
  { column: 'Reserve', cell: '0 USD', isFault: false, words: /0 was read as no reserve/ },
  { column: 'Opening Bid', cell: '0 USD', isFault: true, words: /above 0/ },
  { column: 'Opening Bid', cell: '1200 EUR', isFault: true, words: /in EUR/ },
  { column: 'Opening Bid', cell: '1.200,50', isFault: true, words: /can’t tell what amount|decimal/ },
  { column: 'Make', cell: 'Toyyota', isFault: false, words: /don’t know this make/ },
  { column: 'Make', cell: '', isFault: true, words: /needs a make/ },
  { column: 'Title', cell: 'Certificate 12-B', isFault: true, words: /isn’t in the list/ },
  { column: 'Primary Damage', cell: 'Meteorite', isFault: true, words: /isn’t in the list/ },
  { column: 'Year', cell: '07', isFault: true, words: /four digits/ },
  { column: 'Year', cell: '2087', isFault: true, words: /between/ },
  { column: 'Photos', cell: '../../secret.txt', isFault: true, words: /isn’t the name of a photo/ },
  { column: 'Has Keys', cell: 'perhaps', isFault: true, words: /isn’t in the list/ },
]

const MODELS = [
  ['Toyota', 'Corolla', 'Sedan', '2T1BU4EE'],
  ['Ford', 'F-150', 'Pickup', '1FTFW1ET'],
  ['Honda', 'CR-V', 'SUV', '5J6RM4H3'],
  ['Citroën', 'C4', 'Hatchback', 'VF7LC9HZ'],
  ['Volkswagen', 'Golf', 'Hatch', 'WVWZZZ1K'],
] as const

/**
 * A typical seller's list: Latin-1, semicolons, CRLF, quotes with line breaks, and errors planted in every twentieth row. The same seed
 * makes the same file. `planted` gives, for every such row, its line and what has to be reported about it.
 */
export function stockList(rowCount: number, seed: number): { content: Buffer; planted: Planted[] } {
  const random = randomFrom(seed)
  const lines = [HEADER.map(quoted).join(';')]
  const planted: Planted[] = []
  let line = 2
  let kept: string | null = null
  for (let index = 0; index < rowCount; index += 1) {
    const cells = cleanRow(index, random)
    if (index % 20 === 19) {
      const dirt = DIRT[Math.floor(random() * DIRT.length)]!
      cells[dirt.column] = dirt.cell
      planted.push({ line, column: dirt.column, isFault: dirt.isFault, words: dirt.words })
    } else if (index % 997 === 996 && kept !== null) {
      cells['VIN'] = kept
      planted.push({ line, column: null, isFault: true, words: /same vehicle is on line/ })
    } else if (index % 1009 === 1008) {
      delete cells['Photos']
      planted.push({ line, column: null, isFault: true, words: /cells and the header/ })
    } else kept = cells['VIN'] ?? null
    const record = HEADER.flatMap((name) => (name in cells ? [quoted(cells[name] ?? '')] : [])).join(';')
    lines.push(record)
    line += record.split('\r\n').length
  }
  return { content: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'), planted }
}

function cleanRow(index: number, random: () => number): Cells {
  const [make, model, body, start] = MODELS[Math.floor(random() * MODELS.length)]!
  const year = 2010 + Math.floor(random() * 14)
  const serial = String(index).padStart(6, '0')
  const opening = 500 + Math.floor(random() * 9000)
  return {
    'Stock #': `S-${index}`,
    VIN: withCheckDigit(`${start}0${yearCharacter(year)}P${serial}`),
    Year: String(year),
    Make: make,
    Model: model,
    'Body Style': body,
    Odometer: `${(20_000 + Math.floor(random() * 180_000)).toLocaleString('en-US')} mi (actual)`,
    Title: random() < 0.5 ? 'Clear' : 'Salvage Title',
    'Primary Damage': random() < 0.5 ? 'Front End' : '',
    'Has Keys': random() < 0.8 ? 'Yes' : 'No',
    'Run & Drive': 'Run and Drive',
    Transmission: random() < 0.5 ? 'Automatic' : '6-speed manual',
    Drive: 'FWD',
    Fuel: 'Gasoline',
    Color: 'Gray',
    'Seller Type': 'Insurance Company',
    Yard: 'Springfield',
    Notes: random() < 0.1 ? 'Über 3 Jahre; "gut"\r\ngepflegt' : '',
    'Opening Bid': `$${opening.toLocaleString('en-US')}`,
    Reserve: random() < 0.3 ? `${opening + 1000} USD` : '',
    Photos: `hero=${index}-1.jpg; rear=${index}-2.jpg`,
  }
}

function quoted(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
