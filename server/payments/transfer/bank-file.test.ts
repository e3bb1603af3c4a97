import { expect, test } from 'vitest'
import { readCsvText } from '#server/platform/table/csv-table.ts'
import { Unreadable } from '#server/platform/table/grid.ts'
import { BANK_IMPORT } from './bank-import.ts'
import { parseAmount, parseDay, readBankRows } from './bank-rows.ts'
import { guessMapping } from './guess-mapping.ts'
import { numbersIn } from './reference.ts'

const BOOKS = { currency: 'USD', today: '2026-11-22' }
const readBankFile = (text: string) => readCsvText(text, BANK_IMPORT.limits)

test('amounts are read in either notation, and invalid amounts are null', () => {
  const read = (text: string, decimal: '.' | ',' = '.') => parseAmount(text, decimal, 'USD')
  expect([
    read('99.00'),
    read('1,234.5'),
    read('-20.00'),
    read('20.00-'),
    read('+7'),
    read('$ 9.90'),
    read('USD 9.90'),
    read('9.90USD'),
  ]).toEqual([9900, 123_450, -2000, -2000, 700, 990, 990, 990])
  const out = ['(20.00)', '($20.00)', '–20.00', '$-20.00', '20.00 DR', '20.00 D', '20.00S', '20.00 USD-']
  expect(out.map((text) => read(text))).toEqual([...Array(7).fill(-2000), null])
  expect([read('20.00 CR'), read('20.00 C'), read('20.00 H')]).toEqual([2000, 2000, 2000])
  expect([read('1.234,50', ','), read('1 234,50', ','), read('0,05', ',')]).toEqual([123_450, 123_450, 5])
  expect([read('12,34.00'), read('9.999'), read('1.2.3'), read('abc'), read(''), read('9,90')]).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect(read('99999999999999')).toBeNull()
  // 0.1 + 0.2 in cents, and an amount that no binary fraction holds.
  expect([read('0.10'), read('0.20'), read('4503599627.37')]).toEqual([10, 20, 450_359_962_737])
  expect([parseAmount('1,500', '.', 'JPY'), parseAmount('¥1,500', '.', 'JPY')]).toEqual([1500, 1500])
  // A file that writes every amount with decimals, also those of a currency without any.
  expect([parseAmount('1.234.567,00', ',', 'CLP'), parseAmount('1.234.567,50', ',', 'CLP')]).toEqual([1_234_567, null])
})

test('dates are read in the given order, and impossible dates are null', () => {
  expect([
    parseDay('2026-11-20', 'ymd'),
    parseDay('20261120', 'ymd'),
    parseDay('20.11.2026', 'dmy'),
    parseDay('11/20/26', 'mdy'),
  ]).toEqual(Array(4).fill('2026-11-20'))
  expect([
    parseDay('30.02.2026', 'dmy'),
    parseDay('11/20/2026', 'dmy'),
    parseDay('soon', 'ymd'),
    parseDay('', 'ymd'),
  ]).toEqual([null, null, null, null])
})

test('a file with other separators, lines before its header, quotes and line ends is read, and its columns are found', () => {
  const text =
    '\ufeffKonto;DE00 1234\r\nZeitraum;November\r\n\r\nBuchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung;IBAN\r\n20.11.2026;"Łukasz; Żółć";"RF23 0000\nrest";"1.099,00";EUR;PL61\r\n21.11.2026;Amazon;Books;-20,00;EUR;\r\n'
  const file = readBankFile(text)
  const mapping = guessMapping(file)
  expect(mapping).toEqual({
    bookedOn: 0,
    amount: 3,
    debit: null,
    direction: null,
    currency: 4,
    text: [2],
    payerName: 1,
    payerAccount: 5,
    bankId: null,
    dayOrder: 'dmy',
    decimal: ',',
  })
  expect(readBankRows(file, mapping, { ...BOOKS, currency: 'EUR' })).toMatchObject([
    { row: { bookedOn: '2026-11-20', amount: 109_900, payerName: 'Łukasz; Żółć', text: 'RF23 0000\nrest' } },
    { row: { kind: 'out', amount: 2000, payerName: 'Amazon' } },
  ])
})

/** Money in and money out of one file, as banks of several countries write it. */
const SAYS = {
  'Dutch: Af Bij': ['Datum;Naam;Af Bij;Bedrag (EUR)', '2026-11-20;A;Bij;99,00', '2026-11-20;B;Af;20,00'],
  'German: Soll/Haben beside the amount': [
    'Buchungstag;Name;Betrag;S/H',
    '20.11.2026;A;99,00;H',
    '20.11.2026;B;20,00;S',
  ],
  'German: in words': ['Buchungstag;Name;Betrag;Soll/Haben', '20.11.2026;A;99,00;Haben', '20.11.2026;B;20,00;Soll'],
  'D and C': ['Date,Payer,Amount,D/C', '2026-11-20,A,99.00,C', '2026-11-20,B,20.00,D'],
  'Debit and Credit in words': ['Date,Payer,Amount,Type', '2026-11-20,A,99.00,Credit', '2026-11-20,B,20.00,Debit'],
  'ISO 20022': ['Date,Payer,Amount,Indicator', '2026-11-20,A,99.00,CRDT', '2026-11-20,B,20.00,DBIT'],
  'columns of their own': ['Date,Payer,Debit,Credit', '2026-11-20,A,,99.00', '2026-11-20,B,20.00,'],
  'columns of their own, debits negative': ['Date,Payer,Credit,Debit', '2026-11-20,A,99.00,', '2026-11-20,B,,-20.00'],
  'a sign': ['Date,Payer,Amount', '2026-11-20,A,99.00', '2026-11-20,B,-20.00'],
  'a sign behind': ['Date,Payer,Amount', '2026-11-20,A,99.00+', '2026-11-20,B,20.00-'],
  brackets: ['Date,Payer,Amount', '2026-11-20,A,99.00', '2026-11-20,B,(20.00)'],
  'a mark behind the amount': ['Date,Payer,Amount', '2026-11-20,A,99.00 CR', '2026-11-20,B,20.00 DR'],
}

test.each(Object.entries(SAYS))('money out is never read as income: %s', (_, lines) => {
  const file = readBankFile(lines.join('\n'))
  expect(readBankRows(file, guessMapping(file), BOOKS)).toMatchObject([
    { row: { kind: 'in', amount: 9900 } },
    { row: { kind: 'out', amount: 2000 } },
  ])
})

test('a row without a direction is an error if other rows have one, and so is a row with both', () => {
  const said = readBankFile('Date,Payer,Amount,D/C\n2026-11-20,A,99.00,C\n2026-11-20,B,20.00,?\n2026-11-20,C,-5.00,C')
  const mapping = { ...guessMapping(said), direction: 3 }
  expect(readBankRows(said, mapping, BOOKS)).toMatchObject([
    { row: { kind: 'in' } },
    { faults: [{ line: 3, column: 'D/C', message: '"?" doesn’t say debit or credit.' }] },
    { row: { kind: 'out', amount: 500 } },
  ])
  const both = readBankFile('Date,Payer,Debit,Credit\n2026-11-20,A,5.00,99.00\n2026-11-20,B,-,1.00')
  expect(readBankRows(both, guessMapping(both), BOOKS)).toMatchObject([
    { faults: [{ column: 'Debit', message: 'This row has money in and money out.' }] },
    { row: { kind: 'in', amount: 100 } },
  ])
})

const daysOf = (days: string[]) => {
  const file = readBankFile(['Date,Amount,Reference', ...days.map((day) => `${day},1.00,a`)].join('\n'))
  return readBankRows(file, guessMapping(file), BOOKS).map((read) =>
    'faults' in read ? read.faults[0]?.message : read.row?.bookedOn,
  )
}

test('a short date is read in the order that the rest of the file shows', () => {
  expect(daysOf(['20.11.26', '19.11.2026'])).toEqual(['2026-11-20', '2026-11-19'])
  expect(daysOf(['20.11.26', '2020-11-25'])).toEqual(['2020-11-26', '2020-11-25'])
  expect(daysOf(['20.11.26', '02.11.26', '11.11.26'])).toEqual(['2026-11-20', '2026-11-02', '2026-11-11'])
  expect(daysOf(['26/11/01', '26/11/20', '26/10/05'])).toEqual(['2026-11-01', '2026-11-20', '2026-10-05'])
})

test('a date that can be read in two orders is refused until the order is chosen', () => {
  const message = '"20.11.26" could be 2020-11-26 or 2026-11-20. Choose the date format.'
  expect(daysOf(['20.11.26', '21.11.26'])).toEqual([
    message,
    message.replace('"20', '"21').replace('2020', '2021').replace('11-20', '11-21'),
  ])
  expect(daysOf(['05/06/2026'])).toEqual(['"05/06/2026" could be 2026-06-05 or 2026-05-06. Choose the date format.'])
  expect(daysOf(['05.06.2026'])).toEqual(['2026-06-05'])
})

test('a future date is refused with a message', () => {
  const file = readBankFile('Date,Amount,Reference\n2026-11-22,1.00,a\n2026-11-23,1.00,b')
  expect(readBankRows(file, guessMapping(file), BOOKS)).toMatchObject([
    { row: { bookedOn: '2026-11-22' } },
    { faults: [{ column: 'Date', message: '2026-11-23 is in the future. Import the file again after that date.' }] },
  ])
})

test('a day that no bank can mean is refused as a mistake', () => {
  for (const day of ['0001-01-01', '1999-12-31', '9999-12-31', '2027-11-22']) {
    const file = readBankFile(`Date,Amount,Reference\n${day},1.00,a`)
    expect(readBankRows(file, guessMapping(file), BOOKS), day).toMatchObject([
      {
        faults: [
          {
            column: 'Date',
            message: `${day} can’t be right. Check the date, and the order of day, month and year.`,
          },
        ],
      },
    ])
  }
})

test('an unreadable day says how to write it, in the order of the file', () => {
  const file = readBankFile('Date,Amount,Reference\nyesterday,1.00,a')
  const mapping = guessMapping(file)
  for (const [dayOrder, written] of [
    ['ymd', '2026-11-22'],
    ['dmy', '22.11.2026'],
    ['mdy', '11/22/2026'],
  ] as const) {
    expect(readBankRows(file, { ...mapping, dayOrder }, BOOKS)).toMatchObject([
      { faults: [{ message: `"yesterday" isn’t a date. Write the date as ${written}.` }] },
    ])
  }
})

test('an invoice number is found however a payer writes it, and not in a longer number', () => {
  const texts = ['INV-2026-000007', 'invoice 2026 000007 thanks', '2026000007', 'No.2026/000007.', 'inv_2026.000007']
  for (const text of texts) expect(numbersIn(text)).toEqual(['2026-000007'])
  expect(numbersIn('DE02120300002026000007, 20261120')).toEqual([])
})

test('errors in a row are reported by line and column', () => {
  const file = readBankFile(
    'Date,Amount,Currency,Reference\n2026-11-20,12.00,USD,a\n2026-13-20,x,USD,b\n2026-11-20,5.00,EUR,c\n',
  )
  const read = readBankRows(file, guessMapping(file), BOOKS)
  expect(read[1]).toEqual({
    line: 3,
    faults: [
      { line: 3, column: 'Amount', message: '"x" isn’t an amount. Write it as 1,234.56.' },
      { line: 3, column: 'Date', message: '"2026-13-20" isn’t a date. Write the date as 2026-11-22.' },
    ],
  })
  expect(read[2]).toMatchObject({ row: { kind: 'other-currency', amount: 500, currency: 'EUR' } })
})

test('an id that isn’t the bank’s own, because rows with other content share it, is reported and loses no row', () => {
  const head = 'Date,Amount,Reference,Payer,Transaction id\n'
  const rows = ['9.00,fee,Milo,NOTPROVIDED', '9.00,fee,Ada,NOTPROVIDED', '5.00,x,Bo,T1', '5.00,x,Bo,T1']
  const file = readBankFile(head + rows.map((row) => `2026-11-20,${row}\n`).join(''))
  const [first, second, third, again] = readBankRows(file, guessMapping(file), BOOKS)
  expect(second).toEqual({
    line: 3,
    faults: [
      {
        line: 3,
        column: 'Transaction id',
        message: '"NOTPROVIDED" is the id of line 2, too. Choose the column of the bank’s own id, or none.',
      },
    ],
  })
  expect([first, third, again]).toMatchObject([{ row: { line: 2 } }, { row: { line: 4 } }, { row: { line: 5 } }])
})

test('a file whose first lines and last line are narrower than its table is read by its header', () => {
  const text = `Account,DE02\nFrom,2026-11-01\nDate,Amount,Currency,Reference,Payer\n2026-11-20,9.00,USD,a,Milo\nBalance,9.00\n`
  expect(readBankFile(text).header).toEqual(['Date', 'Amount', 'Currency', 'Reference', 'Payer'])
})

test('a file with separators in its texts keeps its header and every row, and names the rows that are too wide', () => {
  const rows = ['"Loan, May"', 'Lot 7, Kiri', 'Lot 8, Rhine', 'Lot 9, Zip'].map(
    (text) => `2026-11-20,9.00,${text},Milo`,
  )
  const file = readBankFile(['Date,Amount,Reference,Payer', ...rows].join('\n'))
  expect([file.header, file.rows.length]).toEqual([['Date', 'Amount', 'Reference', 'Payer'], 4])
  const [whole, wide] = readBankRows(file, guessMapping(file), BOOKS)
  expect(whole).toMatchObject({ row: { text: 'Loan, May' } })
  const message = 'This row has 5 cells and the header 4, so its values may be in the wrong columns.'
  expect(wide).toEqual({ line: 3, faults: [{ line: 3, column: null, message }] })
})

test('a file that is not a table is refused', () => {
  expect(() => readBankFile('hello')).toThrow(Unreadable)
  expect(() => readBankFile('')).toThrow(Unreadable)
})

test('a file without a header is refused, so that its first payment isn’t lost as one', () => {
  const rows = '2026-11-20,99.00,USD,RF18\n2026-11-21,98.00,USD,RF19\n'
  expect(() => readBankFile(rows)).toThrow('No line names its columns. Add a first line with their names.')
  expect(() => readBankFile(`${rows}a,note,in,between\n${rows}`)).toThrow(/No line names its columns/)
  expect(readBankFile(`Period,2026-11-01\nDate,Amount,Currency,Text\n${rows}`).rows).toHaveLength(2)
})

test('balances above a header that is narrower than its rows aren’t taken for the header', () => {
  const text =
    'Opening,100.00,Closing,199.00\nDate,Amount,Currency,Text\n2026-11-20,99.00,USD,RF18,\n2026-11-21,1,USD,x,\n2026-11-22,2,USD,y,\n'
  expect(readBankFile(text)).toMatchObject({
    header: ['Date', 'Amount', 'Currency', 'Text'],
    rows: [{ line: 3 }, {}, {}],
  })
})

test('a bank’s own format in XML says how to get a table', () => {
  const camt =
    '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><Stmt/></Document>'
  expect(() => readBankFile(camt)).toThrow('It’s an XML file. Export the list as CSV or XLSX.')
})

test('“Valuta” is the currency in a Dutch file, and a day in a German one', () => {
  const german = readBankFile('Buchungstag;Valuta;Verwendungszweck;Betrag;Währung\n20.11.2026;20.11.2026;x;1,00;USD\n')
  expect(guessMapping(german)).toMatchObject({ bookedOn: 0, currency: 4 })
  const alone = readBankFile('Buchungstag;Valuta;Verwendungszweck;Betrag\n20.11.2026;20.11.2026;x;1,00\n')
  expect(guessMapping(alone)).toMatchObject({ bookedOn: 0, currency: null })
  const dutch = readBankFile('Datum;Valuta;Omschrijving;Bedrag\n20-11-2026;EUR;x;1,00\n')
  expect(guessMapping(dutch)).toMatchObject({ bookedOn: 0, currency: 1 })
})
