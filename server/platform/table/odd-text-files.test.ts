import { expect, test } from 'vitest'
import { CELL_CHARACTERS_MAX, COLUMNS_MAX, FILE_BYTES_MAX, ROWS_MAX } from '#contract/lots/import.ts'
import { readTable } from './table.ts'

type Read = { cells: string[][]; failure: string | null }

async function read(content: Uint8Array | string): Promise<Read> {
  const found: Read = { cells: [], failure: null }
  const limits = { rowsMax: ROWS_MAX, columnsMax: COLUMNS_MAX, cellMax: CELL_CHARACTERS_MAX, bytesMax: FILE_BYTES_MAX }
  found.failure = await readTable(
    { kind: 'csv', content: new Uint8Array(Buffer.from(content)), ...limits },
    async (message) => {
      if ('rows' in message) found.cells.push(...message.rows.map(({ cells }) => cells))
    },
  )
  return found
}

test('a workbook of old Excel, one with a password, and a web page named as a sheet each say what to do', async () => {
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from('Make;Year')])
  expect((await read(old)).failure).toBe('It’s an old Excel workbook (.xls). Open it in Excel and save it as XLSX.')
  const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')])
  expect((await read(locked)).failure).toBe(
    'It has a password. Open it in Excel, remove the password and save it again.',
  )
  const page =
    '<html>\n<style>td { color: red; padding: 1px }</style>\n<table><tr><td>Make</td><td>1,2</td></tr></table>'
  expect((await read(page)).failure).toMatch(/^It’s a web page, whatever its name says\. Open it in Excel/)
  expect((await read('MIME-Version: 1.0\nX-Document-Type: Workbook\n\n<html><table>')).failure).toMatch(/web page/)
  expect((await read('<?xml version="1.0"?>\n<Workbook a="1,2" b="3,4">\n</Workbook>')).failure).toMatch(/web page/)
  expect((await read('\n \n')).failure).toBe('It is empty.')
})

test('a list in UTF-16 without a byte order mark keeps its letters', async () => {
  const text = 'Make;Paint\nCitro\u00ebn;gr\u00fcn\n'
  expect((await read(Buffer.from(text, 'utf16le'))).cells).toEqual([['Citroën', 'grün']])
  expect((await read(Buffer.from(text, 'utf16le').swap16())).cells).toEqual([['Citroën', 'grün']])
})

test('marks that nobody sees are left out, and an emoji and other scripts stay whole', async () => {
  const text = 'Stock,Year,Note\n\u200e1,\u202a2012\u202c,\u200fتويوتا 👨‍👩‍👧\n2\u200b,20\u00ad13\u2060,می‌خواهم\n'
  expect((await read(text)).cells).toEqual([
    ['1', '2012', 'تويوتا 👨‍👩‍👧'],
    ['2', '2013', 'می‌خواهم'],
  ])
})

test('digits that an export keeps as a text by a formula are read as the text', async () => {
  expect((await read('Stock,VIN\n="00123",="1HGCM82633A004352"\n="00124",\n')).cells).toEqual([
    ['00123', '1HGCM82633A004352'],
    ['00124', ''],
  ])
})

test('the apostrophe by which Excel keeps a text is left out, and one that begins a word stays', async () => {
  const rows = ["'00123,'1HGCM82633A004352,'$1200,'CA$1200", "'=1+1,'WVWZZZ1K0BP424242,'-5,'64"]
  expect((await read(`Stock;VIN;Price;Note\n${rows.join('\n').replaceAll(',', ';')}\n`)).cells).toEqual([
    ['00123', '1HGCM82633A004352', '$1200', 'CA$1200'],
    ['=1+1', 'WVWZZZ1K0BP424242', '-5', '64'],
  ])
  const words = ["'s-Hertogenbosch", "'quoted 5'", "it's 5"]
  expect((await read(`Town;Note;More\n${words.join(';')}\n`)).cells).toEqual([words])
})

test('inch marks and quotes within a cell are read as they stand, and cost no other cell or row', async () => {
  const rows = [
    'Stock,Note,Year',
    '1,20" wheels,2010',
    '2,"20" wheels, black",2011',
    '3,"wheels 20"",2012',
    '4,"wheels 20"",2013',
    '5,"""Sport"" with 20"" wheels\nand a roof rack",2014',
    '6, "Kiri" Deluxe, 2015',
    '7,""Sport"",2016',
    '8, "5, six" ,2017',
    '9,=L("z"),2018',
  ]
  expect(await read(rows.join('\n'))).toEqual({
    failure: null,
    cells: [
      ['1', '20" wheels', '2010'],
      ['2', '20" wheels, black', '2011'],
      ['3', 'wheels 20"', '2012'],
      ['4', 'wheels 20"', '2013'],
      ['5', '"Sport" with 20" wheels\nand a roof rack', '2014'],
      ['6', '"Kiri" Deluxe', '2015'],
      ['7', '"Sport"', '2016'],
      ['8', '5, six', '2017'],
      ['9', '=L("z")', '2018'],
    ],
  })
  expect((await read('\uFEFFStock;"Note"\n1;20" x\n')).cells).toEqual([['1', '20" x']])
  const open = `Stock,Note\n1,20" x\n2,"never closed\n3,"a" b\n4,c\n`
  expect((await read(open)).failure).toBe('Line 3: a quote opens a cell and is never closed. Close it, or remove it.')
  expect((await read('Stock,Note\n1,"never closed\n2,b\n3,c\n')).failure).toMatch(/^Line 2: /)
})

test('fifty thousand rows with inch marks are read in seconds', async () => {
  const row = (index: number) => `${index},"20" wheels",19" spare,"plain, quoted",2010`
  const found = await read(['Stock,A,B,C,Year', ...Array.from({ length: 50_000 }, (_, index) => row(index))].join('\n'))
  expect([found.failure, found.cells.length, found.cells.at(-1)]).toEqual([
    null,
    50_000,
    ['49999', '20" wheels', '19" spare', 'plain, quoted', '2010'],
  ])
}, 20_000)
