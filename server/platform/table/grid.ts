import { shorten } from '#contract/platform/shorten.ts'
import type { TableHead, TableJob, TableRow } from './table.ts'

export type Table = TableHead & { rows: TableRow[] }

/** The file is not a readable table; `message` says why, for people. */
export class Unreadable extends Error {}

/** No line could be a header. */
export class NoTable extends Unreadable {
  constructor() {
    super('None of its first lines has two or more columns. Save the list as CSV or XLSX.')
  }
}

/** Maximum number of lines before the header (a title, a date) that are skipped. */
const LINES_BEFORE_HEADER_MAX = 20

export type Limits = Pick<TableJob, 'rowsMax' | 'columnsMax' | 'cellMax' | 'headIsWide'>

/**
 * Splits the lines of a file into header and rows. The header is the first line with at least two non-empty cells and half as many as
 * other lines have, not further down than a title and a date would push it; with `headIsWide` one that names columns, if there is
 * one, and of these the first wide one (`isWide`). Cells are trimmed. Only empty rows are dropped. `isSheet`: every cell is in its column,
 * named or not. Throws {@link Unreadable}.
 */
export function tableOf(
  lines: TableRow[],
  limits: Limits,
  isWide: (row: TableRow) => boolean,
  isSheet = false,
): Omit<Table, 'encoding'> {
  const first = lines.slice(0, LINES_BEFORE_HEADER_MAX)
  // A line that names groups of columns is mostly empty.
  const least = Math.max(2, ...first.map((row) => filled(row) / 2))
  const isHead = (row: TableRow) => filled(row) >= least
  const names = limits.headIsWide ? first.filter((row) => isHead(row) && valuesIn(row) === 0) : []
  const head = names.find(isWide) ?? names[0] ?? first.find(isHead)
  if (head === undefined) throw new NoTable()
  const headAt = lines.indexOf(head)
  // A list without a header: its first rows would be lost.
  const isRow = (row: TableRow) => valuesIn(row) >= 2 && (row === head || (isHead(row) && isWide(row)))
  if (lines.slice(0, headAt + 1).some(isRow))
    throw new Unreadable('No line names its columns. Add a first line with their names.')
  const rows = lines.slice(headAt + 1).filter((row) => filled(row) > 0)
  const width = isSheet ? [head, ...rows].reduce((most, row) => Math.max(most, widthOf(row)), 0) : widthOf(head)
  const named = head.cells.slice(0, width)
  if (named.length > limits.columnsMax)
    throw new Unreadable(`It has more than ${limits.columnsMax} columns. Remove those you don’t need.`)
  const header = namesOf(named)
  if (rows.length > limits.rowsMax) throw new Unreadable(`It has more than ${limits.rowsMax} rows. Split it in two.`)
  if (rows.length === 0) throw new Unreadable('It has a header but no rows.')
  for (const { line, cells } of rows) {
    const long = cells.findIndex((cell) => cell.length > limits.cellMax)
    if (long >= 0) {
      const column = header[long] ?? String(long + 1)
      throw new Unreadable(`Line ${line}, column ${column}, has more than ${limits.cellMax} characters. Shorten it.`)
    }
  }
  return {
    header,
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => withoutTextMark(storable(cell))) })),
  }
}

/**
 * Without the apostrophe by which Excel keeps digits or a formula as a text, and with which our own files begin a text that it would run. A
 * word that begins with one keeps it.
 */
function withoutTextMark(cell: string): string {
  return /^'(?:[\d=+\-@$€£¥(]|[^\s']*\d[^\s']*$)/.test(cell) && !cell.endsWith("'") ? cell.slice(1) : cell
}

/** Up to the last cell with something in it. */
function widthOf({ cells }: TableRow): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}

/**
 * How many cells are values: a day or a number is never a column's name. Most rows may be wider than their header, where a text has the
 * separator in it.
 */
function valuesIn({ cells }: TableRow): number {
  return cells.filter((cell) => /^[-+(]?\p{Sc}?\d[\d.,:/\-\s)]*$/u.test(cell.trim())).length
}

/** Why the cells of a row may be in the wrong columns; null: there are as many as in the header. */
export function misplacedWords({ cells }: TableRow, width: number): string | null {
  const isLonger = cells.slice(width).some((cell) => cell.trim() !== '')
  if (!isLonger && cells.length >= width) return null
  return `This row has ${cells.length} cells and the header ${width}, so its values may be in the wrong columns.`
}

/** The number of non-empty cells in a line. */
export function filled({ cells }: TableRow): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

/** The most frequent count. */
export function usual(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** Unique column names: a second "Damage" becomes "Damage (2)", an unnamed column gets its number. */
function namesOf(cells: readonly string[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, index) => {
    const said = shorten(storable(cell), 80) || `Column ${index + 1}`
    let name = said
    for (let count = 2; used.has(name); count += 1) name = `${said} (${count})`
    used.add(name)
    return name
  })
}

/** Direction marks, soft hyphens and spaces without width, which come along when people copy: nobody sees them, and no number has them. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Without what nobody sees. Characters that the database cannot store become the replacement character. */
function storable(text: string): string {
  return text.replaceAll(UNSEEN, '').trim().replaceAll('\0', '\uFFFD').toWellFormed()
}
