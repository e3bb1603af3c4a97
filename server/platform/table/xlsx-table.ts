import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'
import { filled, NoTable, type Table, tableOf, Unreadable, usual } from './grid.ts'
import type { TableJob } from './table.ts'
import { columnOf, type FailedFormula, failedFormulas, sheetsOf } from './workbook.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const ENTRIES_MAX = 2_000
/** Maximum total bytes of the archive, uncompressed. */
const UNPACKED_MAX = 256 * 1024 * 1024
/** A sheet with fewer columns, and at most half as many as another one, is a cover or a legend. */
const LIST_WIDTH = 4

/**
 * Reads the first sheet of a workbook that holds a table; before it there may be a cover, which is much narrower. Throws
 * {@link Unreadable}; nothing is uncompressed beyond the limits.
 */
export async function readXlsx(job: TableJob): Promise<Table> {
  const content = Buffer.from(job.content)
  const index = { workbook: '', links: '' }
  const failed = new Map<string, FailedFormula[]>()
  for (const { name, data } of unpacked(content)) {
    if (name === 'xl/workbook.xml') index.workbook = data.toString('utf8')
    if (name === 'xl/_rels/workbook.xml.rels') index.links = data.toString('utf8')
    if (!/worksheets\/.*\.xml$/.test(name)) continue
    const xml = data.toString('utf8')
    checkReach(xml, job)
    failed.set(name, failedFormulas(xml))
  }
  const sheets = sheetsOf(index).filter(({ path }) => failed.has(path))
  const read: { name: string; width: number; table: Table | Unreadable }[] = []
  for (const { number, name, path } of sheets)
    read.push({ name, ...(await tableIn(content, number, failed.get(path)!, job)) })
  const widest = Math.max(...read.map(({ width }) => width))
  let found: { name: string; table: Table } | null = null
  for (const { name, width, table } of read) {
    if (width < LIST_WIDTH && width <= widest / 2) continue
    if (found !== null && !(table instanceof Unreadable) && isSameHeader(found.table, table))
      throw twoLists(found.name, name)
    if (found !== null || table instanceof NoTable) continue
    if (table instanceof Unreadable) throw table
    found = { name, table }
  }
  if (found !== null) return found.table
  throw sheets.length === 0 ? damaged() : new NoTable()
}

async function tableIn(
  content: Buffer,
  sheet: number,
  failed: readonly FailedFormula[],
  job: TableJob,
): Promise<{ width: number; table: Table | Unreadable }> {
  const rows = await readSheet(content, sheet, { trim: false, parseNumber: (text: string) => text })
  const lines = rows.map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
  // The reader takes a formula that failed for an empty cell: a reserve would be lost without a word.
  for (const { line, column, text } of failed) {
    const cells = lines[line]?.cells
    if (cells !== undefined && column < cells.length) cells[column] = text
  }
  // All lines of a sheet are equally wide; the number of filled cells tells them apart.
  const counts = lines.map(filled)
  const width = counts.reduce((most, count) => Math.max(most, count), 0)
  const usualWidth = usual(counts)
  try {
    const table = tableOf(lines, job, (row) => filled(row) >= usualWidth, true)
    return { width, table: { ...table, encoding: 'xlsx' } }
  } catch (error) {
    if (error instanceof Unreadable) return { width, table: error }
    throw error
  }
}

function isSameHeader(one: Table, other: Table): boolean {
  return JSON.stringify(one.header) === JSON.stringify(other.header)
}

function twoLists(one: string, other: string): Unreadable {
  return new Unreadable(`Its sheets “${one}” and “${other}” both have rows. Put all rows on one sheet.`)
}

/** Numbers as people write them: spreadsheets store 0.1 as 0.10000000000000001. Dates without a time of midnight. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00.000Z$/, '')
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  const text = String(cell as string | number)
  return /^-?\d+\.\d{12,}$|^-?\d+(\.\d+)?E[+-]?\d+$/.test(text) ? String(Number(Number(text).toPrecision(12))) : text
}

/**
 * Every file of the archive, uncompressed with a hard limit on the output, because an archive may state false sizes. The sheet reader
 * uncompresses the same bytes again, which are then known to be harmless.
 */
function* unpacked(content: Buffer): Generator<{ name: string; data: Buffer }> {
  const { count, start } = directoryOf(content)
  let at = start
  let rest = UNPACKED_MAX
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged()
    const method = content.readUInt16LE(at + 10)
    const packedSize = content.readUInt32LE(at + 20)
    const nameSize = content.readUInt16LE(at + 28)
    const local = content.readUInt32LE(at + 42)
    const name = content.toString('utf8', at + 46, at + 46 + nameSize)
    at += 46 + nameSize + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
    if (local + 30 > content.length) throw damaged()
    const from = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
    const packed = content.subarray(from, from + packedSize)
    const data = method === 0 ? packed : inflated(packed, rest)
    rest -= data.length
    if (rest <= 0) throw tooMuch()
    yield { name, data }
  }
}

function directoryOf(content: Buffer): { count: number; start: number } {
  const from = Math.max(0, content.length - 66_000)
  const end = content.subarray(from).lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || from + end + 22 > content.length) throw damaged()
  const at = from + end
  if (content.readUInt32LE(at) !== END_OF_DIRECTORY) throw damaged()
  const count = content.readUInt16LE(at + 10)
  if (count > ENTRIES_MAX) throw tooMuch()
  return { count, start: content.readUInt32LE(at + 16) }
}

function inflated(packed: Buffer, max: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, max) })
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? tooMuch() : damaged()
  }
}

/** A single filled cell far out would produce a grid of millions of empty ones. A cell that only has a format is no value. */
function checkReach(xml: string, { rowsMax, columnsMax }: TableJob): void {
  for (const [, letters = '', digits = ''] of xml.matchAll(/<c\b[^>]*?\br="([A-Z]{1,4})(\d{1,9})"[^>]*(?<!\/)>/g)) {
    if (Number(digits) > rowsMax + 100) throw new Unreadable(`It has more than ${rowsMax} rows. Split it in two.`)
    if (columnOf(letters) >= columnsMax)
      throw new Unreadable(`It has more than ${columnsMax} columns. Remove those you don’t need.`)
  }
}

function damaged(): Unreadable {
  return new Unreadable('It isn’t an XLSX workbook, or it’s damaged. Save it again as XLSX.')
}

function tooMuch(): Unreadable {
  return new Unreadable('It’s larger than 256 MB unpacked. Save it as CSV.')
}
