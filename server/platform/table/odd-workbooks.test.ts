import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { CELL_CHARACTERS_MAX, COLUMNS_MAX, FILE_BYTES_MAX, ROWS_MAX } from '#contract/lots/import.ts'
import { readTable } from './table.ts'

type Read = { header: string[]; cells: string[][]; failure: string | null }

async function read(content: Uint8Array): Promise<Read> {
  const found: Read = { header: [], cells: [], failure: null }
  const limits = { rowsMax: ROWS_MAX, columnsMax: COLUMNS_MAX, cellMax: CELL_CHARACTERS_MAX, bytesMax: FILE_BYTES_MAX }
  found.failure = await readTable({ kind: 'xlsx', content, ...limits }, async (message) => {
    if ('head' in message) found.header = message.head.header
    if ('rows' in message) found.cells.push(...message.rows.map(({ cells }) => cells))
  })
  return found
}

test('a workbook keeps what a formula failed to give, so that nothing is lost without a word', async () => {
  const rows = [
    text('Make', 'Reserve', 'Buy now', 'Note'),
    `${one('A2', 'Kiri')}<c r="B2" t="e"><f>X!A1</f><v>#REF!</v></c><c r="C2"><f>B2*2</f></c><c r="D2" t="str"><f>""</f><v></v></c>`,
    `${one('A3', 'Rhine')}<c r="B3"><f>1+1</f><v>2</v></c><c r="D3" t="str"><f>A3</f><v>ok</v></c>`,
  ]
  expect((await read(workbook({ Stock: rows }))).cells).toEqual([
    ['Kiri', '#REF!', '=B2*2', ''],
    ['Rhine', '2', '', 'ok'],
  ])
})

test('a workbook is read from its first visible sheet with a table, and two lists in it are refused', async () => {
  const list = [text('Make', 'Year'), text('Kiri', '2010')]
  const cover = [text('Weekly list')]
  expect((await read(workbook({ Cover: cover, Cars: list }))).cells).toEqual([['Kiri', '2010']])
  expect((await read(workbook({ Cars: list, Codes: [text('Code', 'Name'), text('1', 'x')] }))).failure).toBeNull()
  expect((await read(workbook({ '*Old': list, Cars: [text('Make', 'Year'), text('Rhine', '2011')] }))).cells).toEqual([
    ['Rhine', '2011'],
  ])
  expect((await read(workbook({ Cars: list, Form: [text('Name', 'Value')] }))).failure).toBeNull()
  expect((await read(workbook({ Cars: [text('Make', 'Year')], Codes: list }))).failure).toMatch(/no rows/)
  const twice = workbook({ Cars: list, 'Vans & more': list })
  expect((await read(twice)).failure).toBe(
    'Its sheets “Cars” and “Vans & more” both have rows. Put all rows on one sheet.',
  )
  expect((await read(workbook({ Cover: cover }))).failure).toMatch(/two or more columns/)
})

test('a cover of two or three columns isn’t taken for the list after it', async () => {
  const list = [text('Stock', 'Year', 'Make', 'Model', 'Price', 'Yard'), text('1', '2010', 'Kiri', 'Urban', '900', 'X')]
  const covered = await read(workbook({ Cover: [text('Prepared by', 'Anna'), text('Date', 'Monday')], Cars: list }))
  expect(covered.header).toEqual(['Stock', 'Year', 'Make', 'Model', 'Price', 'Yard'])
  expect((await read(workbook({ Cover: [text('From', 'Anna', 'Yard 2')], Cars: list }))).cells).toHaveLength(1)
  const wide = [text('A', 'B', 'C', 'D', 'E', 'F', 'G'), text('1', '2', '3', '4', '5', '6', '7')]
  expect((await read(workbook({ Cars: list, Wide: wide }))).header).toHaveLength(6)
})

test('a mark beside the table of a workbook is a column without a name, and a format alone is no cell', async () => {
  const rows = [text('Make', 'Year'), `${text('Kiri', '2010')(2)}${one('D2', 'sold?')}`, '<c r="A60000" s="0"/>']
  expect(await read(workbook({ Cars: rows }))).toMatchObject({
    header: ['Make', 'Year', 'Column 3', 'Column 4'],
    cells: [['Kiri', '2010', '', 'sold?']],
  })
})

const WORKSHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'

type SheetRow = string | ((line: number) => string)

function text(...values: string[]): (line: number) => string {
  return (line) => values.map((value, index) => one(`${'ABCDEFG'[index]!}${line}`, value)).join('')
}

function one(address: string, value: string): string {
  return `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`
}

/** A workbook with these sheets; a star in front of its name hides one. */
function workbook(sheets: Record<string, SheetRow[]>): Uint8Array {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names
      .map((name, index) => {
        const state = name.startsWith('*') ? ' state="hidden"' : ''
        return `<sheet name="${name.replace('*', '').replaceAll('&', '&amp;')}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`
      })
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${WORKSHEET}" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
  }
  for (const [index, name] of names.entries()) {
    const rows = sheets[name]!.map((row, at) => {
      const cells = typeof row === 'string' ? row : row(at + 1)
      const [, line = ''] = /r="[A-Z]+(\d+)"/.exec(cells) ?? []
      return `<row r="${line}">${cells}</row>`
    })
    files[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
  }
  return zipOf(files)
}

/** An archive of files that are stored as they are. */
function zipOf(files: Record<string, string>): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(data), 0)
    sizes.writeUInt32LE(data.length, 4)
    sizes.writeUInt32LE(data.length, 8)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    sizes.copy(local, 14)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    sizes.copy(entry, 16)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), data)
    directory.push(entry, Buffer.from(name))
    offset += local.length + name.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, listed, end]))
}
