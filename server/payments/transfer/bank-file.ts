import { readCsvText } from '#server/platform/table/csv-table.ts'
import { Unreadable, type Table } from '#server/platform/table/grid.ts'
import { readTable } from '#server/platform/table/table.ts'

/** A bank's file as its rows; `line` as in the file, from 1. */
export type BankFile = Pick<Table, 'header' | 'rows'>

/** As many columns as a mapping can name. Banks put the account and the period above the header, in separate columns. */
const LIMITS = { rowsMax: 100_000, columnsMax: 100, cellMax: 20_000, headIsWide: true }

const WORKBOOK_BYTES_MAX = 5_000_000
/** A workbook also arrives as text: its bytes in base64, told apart from CSV by how it begins. */
const WORKBOOK = /^UEsDB[A-Za-z0-9+/]+=*$/

/** Reads a bank's file as it arrived, CSV or a workbook's first sheet. Throws `Unreadable`. */
export async function openBankFile(text: string): Promise<BankFile> {
  if (!WORKBOOK.test(text)) return readBankFile(text)
  const file: BankFile = { header: [], rows: [] }
  const content = new Uint8Array(Buffer.from(text, 'base64'))
  const failure = await readTable({ kind: 'xlsx', content, bytesMax: WORKBOOK_BYTES_MAX, ...LIMITS }, (message) => {
    if ('head' in message) file.header = message.head.header
    if ('rows' in message) file.rows.push(...message.rows)
    return Promise.resolve()
  })
  if (failure !== null) throw new Unreadable(failure)
  return file
}

/** Reads the text of a bank's file. Throws `Unreadable`, naming the line. */
export function readBankFile(text: string): BankFile {
  return readCsvText(text, LIMITS)
}
