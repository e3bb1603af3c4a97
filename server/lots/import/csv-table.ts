import { CsvError, parse } from 'csv-parse/sync'
import { type Table, tableOf, Unreadable } from './grid.ts'
import type { TableJob, TableRow } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Records by which the delimiter is judged. */
const SAMPLE_RECORDS = 60

/**
 * Reads CSV with or without byte order mark, with any line ends, parted by comma, semicolon, tab or bar, with line breaks inside
 * quotes. Throws {@link Unreadable}, naming the line.
 */
export function readCsv(job: TableJob): Table {
  const { text: raw, encoding } = textOf(job.content)
  // One kind of line break, so that lines are counted as people and editors count them.
  const text = raw.replace(/\r\n?/g, '\n')
  if (text.includes('\0')) throw new Unreadable('It is no text. Save it as CSV or as XLSX.')
  const widths = DELIMITERS.map((delimiter) => ({ delimiter, width: usualWidth(text, delimiter) }))
  const [best] = widths.toSorted((a, b) => b.width - a.width)
  if (best === undefined || best.width < 2) {
    // All ways failed alike: say why by the most usual one.
    records(text, ',', job.rowsMax)
    throw new Unreadable('No line of it has two columns or more.')
  }
  return tableOf(records(text, best.delimiter, job.rowsMax), encoding, job)
}

/** As UTF-8 where it is that, as UTF-16 where it says so, else as Windows-1252, which holds all of Latin-1. */
function textOf(content: Uint8Array): { text: string; encoding: string } {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return decoded(content, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(content, 'utf-16be')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), encoding: 'utf-8' }
  } catch {
    return decoded(content, 'windows-1252')
  }
}

function decoded(content: Uint8Array, encoding: string): { text: string; encoding: string } {
  return { text: new TextDecoder(encoding).decode(content), encoding }
}

/** The number of cells that most of the first records have; 0 where they cannot be read in this way. */
function usualWidth(text: string, delimiter: string): number {
  try {
    const counts = new Map<number, number>()
    for (const { cells } of records(text, delimiter, SAMPLE_RECORDS, true)) {
      counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    }
    return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
  } catch (error) {
    if (error instanceof Unreadable) return 0
    throw error
  }
}

function records(text: string, delimiter: string, max: number, isSample = false): TableRow[] {
  try {
    const rows: TableRow[] = []
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      ...(isSample ? { to: max } : {}),
      on_record(cells, { lines }) {
        // The parser counts to the end of a record; line breaks inside its quotes lie between there and where it began.
        rows.push({ line: lines - breaksIn(cells), cells })
        return null
      },
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as { lines?: unknown }
    throw new Unreadable(`Line ${String(lines)}: ${WORDS[error.code] ?? 'its quotes or columns do not fit together.'}`)
  }
}

const WORDS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that was opened is never closed.',
  INVALID_OPENING_QUOTE: 'a quote stands in the middle of a cell. Double it, or take it out.',
  CSV_INVALID_CLOSING_QUOTE: 'after a closing quote something else follows than the next column.',
}

function breaksIn(record: string[]): number {
  let count = 0
  for (const cell of record) count += cell.split('\n').length - 1
  return count
}
