import type { TableHead, TableJob, TableRow } from './table.ts'

export type Table = TableHead & { rows: TableRow[] }

/** The file is no table that can be read; `message` says why, for people. */
export class Unreadable extends Error {}

/** Lines before the header (a title, a date) that are passed over. */
const LINES_BEFORE_HEADER_MAX = 20

type Limits = Pick<TableJob, 'rowsMax' | 'columnsMax' | 'cellMax'>

/**
 * From all lines of a file to its header and its rows: the header is the first line with at least two cells that are filled, at most
 * as far down as a title and a date may push it. Empty rows fall out; no other does. Throws {@link Unreadable}.
 */
export function tableOf(lines: TableRow[], encoding: string, limits: Limits): Table {
  const filled = (row: TableRow) => row.cells.filter((cell) => cell.trim() !== '').length
  const headAt = lines.slice(0, LINES_BEFORE_HEADER_MAX).findIndex((row) => filled(row) > 1)
  const head = lines[headAt]
  if (head === undefined) throw new Unreadable('None of its first lines has two columns or more.')
  const header = namesOf(head.cells)
  if (header.length > limits.columnsMax) throw new Unreadable(`It has more than ${limits.columnsMax} columns.`)
  const rows = lines.slice(headAt + 1).filter((row) => filled(row) > 0)
  if (rows.length > limits.rowsMax) throw new Unreadable(`It has more than ${limits.rowsMax} rows. Cut it in two.`)
  if (rows.length === 0) throw new Unreadable('It has a header and no rows.')
  for (const { line, cells } of rows) {
    const long = cells.findIndex((cell) => cell.length > limits.cellMax)
    if (long >= 0) {
      const column = header[long] ?? String(long + 1)
      throw new Unreadable(`Line ${line}, column ${column}, has more than ${limits.cellMax} characters.`)
    }
  }
  return { header, encoding, rows: rows.map(({ line, cells }) => ({ line, cells: cells.map(storable) })) }
}

/** Names of columns, each once: a second "Damage" is "Damage (2)", a nameless one is called by its number. */
function namesOf(cells: string[]): string[] {
  const used = new Map<string, number>()
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1).map((cell, index) => {
    const name = storable(cell).trim().slice(0, 80) || `Column ${index + 1}`
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** Characters that no database keeps are shown as what they are: unreadable. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
