import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { CELL_CHARACTERS_MAX, COLUMNS_MAX, FILE_BYTES_MAX, ROWS_MAX } from '#contract/lots/import.ts'
import { readTable, type TableJob, type TableRow } from './table.ts'

type Read = { header: string[]; encoding: string; rows: TableRow[]; failure: string | null }

async function read(content: string | Uint8Array, own: Partial<TableJob> = {}): Promise<Read> {
  const found: Read = { header: [], encoding: '', rows: [], failure: null }
  const job: TableJob = {
    kind: 'csv',
    content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    bytesMax: FILE_BYTES_MAX,
    rowsMax: ROWS_MAX,
    columnsMax: COLUMNS_MAX,
    cellMax: CELL_CHARACTERS_MAX,
    ...own,
  }
  found.failure = await readTable(job, async (message) => {
    if ('head' in message) Object.assign(found, message.head)
    if ('rows' in message) found.rows.push(...message.rows)
  })
  return found
}

describe('a CSV file', () => {
  test('is read with byte order mark, semicolons, CRLF, a title above its header and line breaks in quotes', async () => {
    const text =
      '\uFEFFStock list\r\n\r\nMake;Note;Year\r\nKiri;"two\r\nlines; and ""quotes""";2010\r\n\r\nRhine;;2011\r\n'
    expect(await read(text)).toEqual({
      header: ['Make', 'Note', 'Year'],
      encoding: 'utf-8',
      rows: [
        { line: 4, cells: ['Kiri', 'two\nlines; and "quotes"', '2010'] },
        { line: 7, cells: ['Rhine', '', '2011'] },
      ],
      failure: null,
    })
  })

  test('in Latin-1 keeps its letters, and reports its encoding', async () => {
    const latin = Uint8Array.from(Buffer.from('Make,Colour\nCitro\u00ebn,gr\u00fcn\n', 'latin1'))
    expect(await read(latin)).toMatchObject({ encoding: 'windows-1252', rows: [{ cells: ['Citroën', 'grün'] }] })
    const wide = Uint8Array.from(Buffer.from('\uFEFFMake\tColour\nCitro\u00ebn\tgr\u00fcn\n', 'utf16le'))
    expect(await read(wide)).toMatchObject({ encoding: 'utf-16le', rows: [{ cells: ['Citroën', 'grün'] }] })
  })

  test('in two encodings at once is refused, naming the line, before letters are lost', async () => {
    const utf8 = Buffer.from('Make,Color\nCitroën,grün\n')
    const both = Uint8Array.from(Buffer.concat([utf8, Buffer.from('Citro\u00ebn,red\n', 'latin1')]))
    expect((await read(both)).failure).toMatch(/^Line 3: .* Save it as CSV UTF-8/)
    const latin = Uint8Array.from(Buffer.from('Make,Note\nCitro\u00ebn,\u00ab\u00c9\u00bb gr\u00fcn\n', 'latin1'))
    expect(await read(latin)).toMatchObject({ encoding: 'windows-1252', failure: null })
  })

  test('with a line of groups above its header is read by its header', async () => {
    const text = 'Vehicle,,,Other,\nMake,Model,Year,Price,Keys\nKiri,Urban,2010,100,yes\n'
    expect(await read(text)).toMatchObject({ header: ['Make', 'Model', 'Year', 'Price', 'Keys'], rows: [{ line: 3 }] })
  })

  test('that cannot be read says where', async () => {
    expect((await read('A,B\n1,2\n"3,4\n')).failure).toMatch(/^Line 3: a quote opens a cell and is never closed/)
    // Its separator is a semicolon, although it can't be read to its end with that either.
    expect((await read('A;B\n1;2\n"x"", y";3\n4;"z\n')).failure).toMatch(
      /^Line 4: a quote opens a cell and is never closed/,
    )
    expect((await read('just words\nno table\n')).failure).toMatch(/two or more columns/)
    expect((await read('A,B\n')).failure).toMatch(/no rows/)
    expect((await read(new Uint8Array([1, 0, 44, 0, 10]))).failure).toMatch(/isn’t a text file/)
  })

  test('above a limit is refused, naming the limit and the line', async () => {
    expect((await read('A,B\n1,2\n3,4\n', { rowsMax: 1 })).failure).toMatch(/more than 1 rows/)
    expect((await read('A,B\n1,2345\n', { cellMax: 3 })).failure).toBe(
      'Line 2, column B, has more than 3 characters. Shorten it.',
    )
    expect((await read('A,B,C\n1,2,3\n', { columnsMax: 2 })).failure).toBe(
      'It has more than 2 columns. Remove those you don’t need.',
    )
  })

  test('with duplicate or empty column names still names each of them', async () => {
    expect((await read('Damage,Damage,,Year\n1,2,3,4\n')).header).toEqual(['Damage', 'Damage (2)', 'Column 3', 'Year'])
    expect((await read('A,A,A (2)\n1,2,3\n')).header).toEqual(['A', 'A (2)', 'A (2) (2)'])
  })

  test('with a name that is cut inside an emoji loses the whole emoji', async () => {
    expect((await read(`${'x'.repeat(79)}🚗,B\n1,2\n`)).header).toEqual(['x'.repeat(79), 'B'])
  })
})

describe('an XLSX workbook', () => {
  test('is read with numbers, dates and booleans as text, on the lines of its sheet', async () => {
    const content = await writeXlsx([
      [{ value: 'Make' }, { value: 'Year' }, { value: 'Price' }, { value: 'Since' }, { value: 'Keys' }],
      [
        { value: 'Kiri' },
        { value: 2010, type: Number },
        { value: 0.1 + 0.2, type: Number },
        { value: new Date(Date.UTC(2026, 10, 21)), type: Date, format: 'yyyy-mm-dd' },
        { value: true, type: Boolean },
      ],
    ]).toBuffer()
    expect(await read(content, { kind: 'xlsx' })).toEqual({
      header: ['Make', 'Year', 'Price', 'Since', 'Keys'],
      encoding: 'xlsx',
      rows: [{ line: 2, cells: ['Kiri', '2010', '0.3', '2026-11-21', 'yes'] }],
      failure: null,
    })
  })

  test('that unpacks to more than the limit is refused before it fills the memory', async () => {
    const bomb = zipOf('xl/worksheets/sheet1.xml', deflateRawSync(Buffer.alloc(300 * 1024 * 1024)), 1000)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect((await read(bomb, { kind: 'xlsx' })).failure).toMatch(/larger than 256 MB/)
  })

  test('with one far-out cell, or another kind of file, is refused', async () => {
    const far = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
    const packed = zipOf('xl/worksheets/sheet1.xml', deflateRawSync(Buffer.from(far)), far.length)
    expect((await read(packed, { kind: 'xlsx' })).failure).toMatch(/more than 50000 rows/)
    expect((await read('PK no archive', { kind: 'xlsx' })).failure).toMatch(/isn’t an XLSX workbook/)
  })
})

/** An archive with one file that states the given uncompressed size. */
function zipOf(name: string, packed: Buffer, statedSize: number): Uint8Array {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(statedSize, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(statedSize, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]))
}
