import { expect, test } from 'vitest'
import { readBankFile, Unreadable } from './bank-file.ts'
import { parseAmount, parseDay, readBankRows } from './bank-rows.ts'
import { guessMapping } from './guess-mapping.ts'

test('amounts are read in either notation, and what is no amount is none', () => {
  const read = (text: string, decimal: '.' | ',' = '.') => parseAmount(text, decimal, 'USD')
  expect([
    read('99.00'),
    read('1,234.5'),
    read('-20.00'),
    read('20.00-'),
    read('+7'),
    read('$ 9.90'),
    read('USD 9.90'),
  ]).toEqual([9900, 123_450, -2000, -2000, 700, 990, 990])
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
  expect(parseAmount('1,500', '.', 'JPY')).toBe(1500)
})

test('days are read in the order that is said, and days that do not exist are none', () => {
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
    currency: 4,
    text: [2],
    payerName: 1,
    payerAccount: 5,
    bankId: null,
    dayOrder: 'dmy',
    decimal: ',',
  })
  expect(readBankRows(file, mapping, 'EUR')).toMatchObject([
    { row: { bookedOn: '2026-11-20', amount: 109_900, payerName: 'Łukasz; Żółć', text: 'RF23 0000\nrest' } },
    { row: null },
  ])
})

test('what is wrong with a row is said by line and column', () => {
  const file = readBankFile(
    'Date,Amount,Currency,Reference\n2026-11-20,12.00,USD,a\n2026-13-20,x,USD,b\n2026-11-20,5.00,EUR,c\n',
  )
  const read = readBankRows(file, guessMapping(file), 'USD')
  expect(read[1]).toEqual({
    line: 3,
    faults: [
      { line: 3, column: 'Amount', message: '"x" is no amount.' },
      { line: 3, column: 'Date', message: '"2026-13-20" is no day.' },
    ],
  })
  expect(read[2]).toMatchObject({ faults: [{ line: 4, column: 'Currency' }] })
})

test('a file that is no table is refused', () => {
  expect(() => readBankFile('hello')).toThrow(Unreadable)
  expect(() => readBankFile('')).toThrow(Unreadable)
})
