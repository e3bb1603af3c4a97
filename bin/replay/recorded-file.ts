import { readFileSync } from 'node:fs'
import type { ReplayEntry } from '#engine'
import { faultInEntry } from '#engine/replay-entry.ts'
import { faultInPage, isLedgerPage, type LedgerPage } from './ledger-page.ts'

/** What a file holds: recorded auctions, or one page of a lot's published ledger. `fault`: why it can't be used, and what to do. */
export type RecordedFile = { entries: ReplayEntry[] } | { page: LedgerPage } | { fault: string }

export function readRecordedFile(path: string): RecordedFile {
  const read = readText(path)
  if ('fault' in read) return read
  let value: unknown
  try {
    value = JSON.parse(read.text)
  } catch (error) {
    return { fault: faultInJson(read.text, error as SyntaxError) }
  }
  if (Array.isArray(value)) return checkedEntries(value)
  if (!isLedgerPage(value)) return { fault: `must hold a list of entries, or a ledger as ${LEDGER_PATH} sends it` }
  const fault = faultInPage(value)
  return fault === null ? { page: value } : { fault }
}

const LEDGER_PATH = '/api/lots/LOT_ID/ledger'

const READ_FAULTS: Record<string, string> = {
  ENOENT: 'there is no such file; check its name and folder',
  EISDIR: 'is a folder; name the file in it',
  EACCES: 'may not be read by you; change its permissions',
}

function readText(path: string): { text: string } | { fault: string } {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    return { fault: READ_FAULTS[code] ?? `cannot be read (${code})` }
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return { fault: 'is compressed; unpack it first, for example with gunzip' }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { fault: 'is a ZIP file; unpack it first' }
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return { fault: 'is in UTF-16; save it as UTF-8' }
  try {
    // Drops a byte order mark.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { fault: 'is not text in UTF-8; download it again' }
  }
}

function faultInJson(text: string, error: SyntaxError): string {
  const trimmed = text.trim()
  if (trimmed === '') return 'is empty; download it again'
  if (trimmed.startsWith('<')) return 'is a web page and not JSON; open the address of the ledger itself, and save that'
  const isCut = /^[[{]/.test(trimmed) && /end of JSON|unterminated/i.test(error.message)
  if (isCut) return 'ends too early; download it again'
  return `is not JSON: ${error.message.split('\n')[0]}`
}

function checkedEntries(values: readonly unknown[]): RecordedFile {
  const entries: ReplayEntry[] = []
  for (const [index, value] of values.entries()) {
    const found = faultInEntry(value)
    if (found !== null) return { fault: `entry ${index}${nameOf(value)}: ${found.field} ${found.fault}` }
    entries.push(value as ReplayEntry)
  }
  return { entries }
}

/** The entry's id in quotes, if it has one. */
function nameOf(entry: unknown): string {
  const id = (entry as { id?: unknown } | null)?.id
  return typeof id === 'string' || typeof id === 'number' ? ` (id ${JSON.stringify(id)})` : ''
}
