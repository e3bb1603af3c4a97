import { CsvError, parse } from 'csv-parse/sync'

/** A bank's file as its rows; `line` as in the file, from 1. */
export type BankFile = { header: string[]; rows: { line: number; cells: string[] }[] }

/** The file is no table; `message` says where. */
export class Unreadable extends Error {}

const DELIMITERS = [',', ';', '\t', '|']

/**
 * Reads a file whose columns are parted by comma, semicolon, tab or bar, with or without quotes, byte order mark and lines before the
 * header (banks put the account and the period there). Throws {@link Unreadable}.
 */
export function readBankFile(text: string): BankFile {
  const tables = DELIMITERS.map((delimiter) => tableOf(text, delimiter))
  const [best] = tables.filter((table) => table !== null).toSorted((a, b) => usualWidth(b) - usualWidth(a))
  if (best === undefined) {
    // All ways failed alike: say why by the most usual one.
    tableOf(text, ',', true)
    throw new Unreadable('This is no table.')
  }
  const width = usualWidth(best)
  const headerAt = best.findIndex(
    ({ cells }) => cells.length === width && cells.filter((cell) => cell !== '').length > 1,
  )
  if (width < 2 || headerAt < 0) throw new Unreadable('No line of this file has two columns or more.')
  return { header: best[headerAt]!.cells, rows: best.slice(headerAt + 1) }
}

function tableOf(text: string, delimiter: string, mayThrow = false): BankFile['rows'] | null {
  try {
    const rows: BankFile['rows'] = []
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record(cells, { lines }) {
        rows.push({ line: lines, cells })
        return null
      },
    })
    return rows
  } catch (error) {
    if (mayThrow && error instanceof CsvError) throw new Unreadable(error.message)
    return null
  }
}

/** The number of cells that most rows have. */
function usualWidth(rows: BankFile['rows']): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}
