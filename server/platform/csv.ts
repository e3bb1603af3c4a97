import { Readable } from 'node:stream'

/** A minus before a plain number does not make a formula. */
const NUMBER = /^-\d+(?:\.\d+)?$/
/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and behind what it takes for the start of one. Where lists are
 * written with a semicolon, or a file is read with tabs, a quoted cell is split at these.
 */
const FORMULA = /^ *[\t\r=+\-@\uff1d\uff0b\uff0d\uff20]/
const INNER_FORMULA = /[;\t\r\n](?= *[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/**
 * One record of a CSV file by RFC 4180. A text that a spreadsheet would run gets an apostrophe in front (OWASP, CSV injection): what
 * people write about themselves never becomes a formula on a colleague's computer.
 */
export function csvRecord(cells: CsvCells): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = NUMBER.test(text) ? text : (FORMULA.test(text) ? "'" : '') + text.replaceAll(INNER_FORMULA, "$&'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An instant (ms) in UTC as ISO 8601; null gives an empty cell. */
export function csvInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export type CsvCells = readonly (string | number | null)[]

/**
 * A list of any length as CSV with a byte order mark, page by page, with bounded memory. The first page is read before anything is sent,
 * so that its failure gets an ordinary error answer. `pageAfter(null)` is the first page; `next` null is the end.
 */
export async function csvStream<Place>(
  head: CsvCells,
  pageAfter: (place: Place | null) => Promise<{ records: CsvCells[]; next: Place | null }>,
): Promise<Readable> {
  const first = await pageAfter(null)
  async function* records(): AsyncGenerator<string> {
    yield `\ufeff${csvRecord(head)}`
    for (let page = first; ; page = await pageAfter(page.next)) {
      for (const record of page.records) yield csvRecord(record)
      if (page.next === null) return
    }
  }
  return Readable.from(records())
}
