import { CsvError, parse } from 'csv-parse/sync'
import { type Limits, NoTable, type Table, tableOf, Unreadable, usual } from './grid.ts'
import type { TableJob, TableRow } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Number of records from which the delimiter is detected. */
const SAMPLE_RECORDS = 60

/** A text, and what separates its cells. */
type Way = { text: string; delimiter: string }

class WrongQuotes extends Unreadable {}

/** Reads the bytes of a CSV file in any encoding. Throws {@link Unreadable}, naming the line. */
export function readCsv(job: TableJob): Table {
  const { text, encoding } = textOf(job.content)
  return { ...readCsvText(text, job), encoding }
}

/**
 * Reads CSV with or without byte order mark, with any line ends, separated by comma, semicolon, tab or bar, with line breaks inside
 * quotes. Throws {@link Unreadable}, naming the line.
 */
export function readCsvText(raw: string, limits: Limits): Omit<Table, 'encoding'> {
  // One kind of line break, so that lines are counted as people and editors count them.
  const text = raw.replace(/\r\n?/g, '\n').replaceAll(KEPT_AS_TEXT, '$1"$2"')
  if (text.trim() === '') throw new Unreadable('It is empty.')
  if (text.includes('\0')) throw notText()
  if (/^\uFEFF?\s*<(!doctype|html|head|meta|style|table|\?xml|!--)|^\uFEFF?MIME-Version:/i.test(text))
    throw new Unreadable(
      /^\uFEFF?\s*<\?xml/.test(text) && !/<(\w+:)?(workbook|html)\b/i.test(text)
        ? 'It’s an XML file. Export the list as CSV or XLSX.'
        : 'It’s a web page, whatever its name says. Open it in Excel and save it as XLSX.',
    )
  try {
    return delimited(() => text, limits)
  } catch (error) {
    if (!(error instanceof WrongQuotes)) throw error
    return delimited((delimiter) => withQuotesMended(text, delimiter), limits)
  }
}

/** `textFor`: the text as it is read with a delimiter. */
function delimited(textFor: (delimiter: string) => string, limits: Limits): Omit<Table, 'encoding'> {
  const ways = DELIMITERS.map((delimiter) => ({ delimiter, text: textFor(delimiter) }))
  const widths = ways.map((way) => ({ ...way, width: usualWidth(way) }))
  const [best] = widths.toSorted((a, b) => b.width - a.width)
  if (best === undefined || best.width < 2) {
    // No delimiter works: throw the error for the one that works longest.
    const readable = (way: Way) => usual(recordsBeforeFault(way).map(({ cells }) => cells.length))
    const [longest] = ways.toSorted((a, b) => readable(b) - readable(a))
    records(longest!)
    throw new NoTable()
  }
  return tableOf(records(best), limits, ({ cells }) => cells.length === best.width)
}

/** Inch marks and quotes that no program wrote, such as `20" wheels` and `"20" wheels"`, as CSV has them: quoted and doubled. */
function withQuotesMended(text: string, delimiter: string): string {
  const end = `[${delimiter}\\n]`
  const quoted = ` *"([^"]*(?:""[^"]*)*)" *(?=${end}|$)`
  // Within one line and one cell, so that no other cell and no row is lost in it.
  const sloppy = ` *"((?:(?!${end} *")[^\\n])*?)" *(?=${end}|$)`
  const bare = `(?! *"[^"${delimiter}\\n]*(?:${end}|$))[^${delimiter}\\n]*"[^${delimiter}\\n]*`
  const cell = new RegExp(`(?<=^\\uFEFF?|${end})(?:${quoted}|${sloppy}|${bare})`, 'g')
  return text.replaceAll(cell, (whole: string, content?: string, written?: string) => {
    if (content !== undefined) return `"${content}"`
    return `"${(written?.replaceAll('""', '"') ?? whole).replaceAll('"', '""')}"`
  })
}

/** `="00123"`: how exports keep a spreadsheet from reading digits as a number. */
const KEPT_AS_TEXT = /(^|[,;\t|])="([^"\n]*)"(?=[,;\t|\n]|$)/gm

function notText(): Unreadable {
  return new Unreadable('It isn’t a text file. Save it as CSV or XLSX.')
}

/** What begins workbooks before XLSX, and any workbook with a password. */
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

function refuseOldOffice(content: Uint8Array): void {
  if (!OLD_OFFICE.equals(content.subarray(0, OLD_OFFICE.length))) return
  throw Buffer.from(content).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? new Unreadable('It has a password. Open it in Excel, remove the password and save it again.')
    : new Unreadable('It’s an old Excel workbook (.xls). Open it in Excel and save it as XLSX.')
}

/**
 * Decodes valid UTF-8 as such, UTF-16 by its byte order mark or its many zeros, everything else as Windows-1252, a superset of Latin-1.
 */
function textOf(content: Uint8Array): { text: string; encoding: string } {
  refuseOldOffice(content)
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return decoded(content, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(content, 'utf-16be')
  if (content.includes(0)) return decoded(content, wideOrder(content))
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), encoding: 'utf-8' }
  } catch {
    refuseMixed(content)
    return decoded(content, 'windows-1252')
  }
}

/** Half of a text of Western letters in UTF-16 is zeros, each beside its letter. Anything else with a zero in it is no text. */
function wideOrder(content: Uint8Array): string {
  const zeros = [0, 0]
  const sample = content.subarray(0, 2000)
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1
  const isMost = (count = 0) => count > 0.4 * sample.length
  if (isMost(zeros[1]) && zeros[0] === 0) return 'utf-16le'
  if (isMost(zeros[0]) && zeros[1] === 0) return 'utf-16be'
  throw notText()
}

/** Lists glued together may be in two encodings: read in either, the letters of the other are lost. */
function refuseMixed(content: Uint8Array): void {
  const bytes = Buffer.from(content).toString('latin1')
  const stray = [...bytes.replaceAll(UTF8_LETTERS, (letter) => '?'.repeat(letter.length)).matchAll(/[\x80-\xff]/g)]
  const [first] = stray
  if (first === undefined || (bytes.match(UTF8_LETTERS)?.length ?? 0) < stray.length) return
  const line = bytes.slice(0, first.index).split(/\r\n?|\n/).length
  throw new Unreadable(`Line ${line}: its letters are stored in another way than those before. Save it as CSV UTF-8.`)
}

/** Bytes that are one letter in UTF-8. A file in Windows-1252 has them by chance only. */
const UTF8_LETTERS = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

function decoded(content: Uint8Array, encoding: string): { text: string; encoding: string } {
  return { text: new TextDecoder(encoding).decode(content), encoding }
}

/** The cell count of most of the first records; 0 when they cannot be parsed with this delimiter. */
function usualWidth(way: Way): number {
  try {
    return usual(records(way, { max: SAMPLE_RECORDS }).map(({ cells }) => cells.length))
  } catch (error) {
    if (error instanceof Unreadable) return 0
    throw error
  }
}

/** The first records, up to the one that can't be parsed with this delimiter. */
function recordsBeforeFault(way: Way): TableRow[] {
  const rows: TableRow[] = []
  try {
    records(way, { max: SAMPLE_RECORDS, rows })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return rows
}

/** All records, or the first `max`. After a fault, `rows` has those before it. */
function records({ text, delimiter }: Way, { max, rows = [] }: { max?: number; rows?: TableRow[] } = {}): TableRow[] {
  let ended = 0
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      ...(max === undefined ? {} : { to: max }),
      on_record(cells, { lines }) {
        // The parser counts to the end of a record; subtract the line breaks inside its quotes to get the line where it began.
        rows.push({ line: lines - breaksIn(cells), cells })
        ended = lines
        return null
      },
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The parser names the line where it noticed, which may be the last one of the file.
    const line = ended + 1
    throw new WrongQuotes(`Line ${line}: a quote opens a cell and is never closed. Close it, or remove it.`)
  }
}

function breaksIn(record: string[]): number {
  let count = 0
  for (const cell of record) count += cell.split('\n').length - 1
  return count
}
