import { createHash } from 'node:crypto'
import type { BankImport, BankMapping, BankPreview, RowFault } from '#contract/payments/transfers.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { Unreadable } from '#server/platform/table/grid.ts'
import { headerHash } from '#server/platform/table/table.ts'
import { openBankFile, type BankFile } from './bank-file.ts'
import { readBankRows, type BankRow, type ReadRow } from './bank-rows.ts'
import { guessMapping } from './guess-mapping.ts'
import {
  dropParts,
  importById,
  lockImport,
  openImport,
  putPart,
  rememberedMapping,
  rememberMapping,
  setReady,
  setRunning,
  textOf,
  type ImportRow,
} from './import-store.ts'
import { numbersIn, referencesIn } from './reference.ts'
import { knownFingerprints, knownReferences, readBooks } from './store.ts'

const PREVIEW_ROWS_MAX = 20
const FAULTS_SHOWN_MAX = 200

type Announced = { fileName: string; hash: string; partCount: number }

/** The import of a file, identified by the SHA-256 of its text: the same file again returns the existing import. */
export async function announceFile(app: App, actorId: string, file: Announced): Promise<ImportRow> {
  return openImport(app.db, { ...file, actorId, hash: Buffer.from(file.hash, 'hex') })
}

/** Stores a part, in any order; repeats are fine. With the last one, the whole is compared with the announced hash. */
export async function takePart(app: App, importId: string, number: number, text: string): Promise<ImportRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, importId)
    if (row === null) throw notFound('this import')
    if (row.state !== 'receiving') return row
    if (number >= row.part_count) throw invalidInput([{ field: 'number', message: 'The file has fewer parts.' }])
    await putPart(trx, importId, number, text)
    const now = (await importById(trx, importId))!
    if (now.arrived.length < now.part_count) return now
    const hash = createHash('sha256')
      .update(await textOf(trx, importId))
      .digest()
    if (!hash.equals(row.file_hash)) {
      await dropParts(trx, importId)
      return refuse('file-damaged', 'The file didn’t arrive intact. Upload it again.')
    }
    await setReady(trx, importId)
    return (await importById(trx, importId))!
  })
}

/** Previews a run with this mapping, the one saved for this header, or the best match. Writes nothing. */
export async function previewImport(
  app: App,
  importId: string,
  given: BankMapping | undefined,
): Promise<BankPreview | Refusal> {
  const row = await importById(app.db, importId)
  if (row === null) throw notFound('this import')
  const file = await fileOf(app, row)
  if (file instanceof Refusal) return file
  const mapping = given ?? (await rememberedMapping(app.db, headerHash(file.header))) ?? guessMapping(file)
  const read = readBankRows(file, mapping, await readBooks(app, app.db))
  const rows = read.flatMap(rowsIn)
  const known = await knownFingerprints(
    app.db,
    rows.map(({ fingerprint }) => fingerprint),
  )
  const matches = await namesOurs(app, rows)
  const outcomeOf = (row: BankRow) => {
    if (known.has(row.fingerprint.toString('hex'))) return 'known' as const
    if (row.kind === 'out') return 'outgoing' as const
    if (row.kind === 'other-currency') return 'other-currency' as const
    return matches(row.text) ? ('matches' as const) : ('unmatched' as const)
  }
  const outcomes = rows.map(outcomeOf)
  const count = (outcome: (typeof outcomes)[number]) => outcomes.filter((one) => one === outcome).length
  return {
    header: file.header,
    mapping,
    rowCount: file.rows.length,
    counts: {
      fresh: rows.length - count('known') - count('outgoing'),
      known: count('known'),
      ignored: read.filter((one) => 'row' in one && one.row === null).length,
      faulty: read.filter((one) => 'faults' in one).length,
      matching: count('matches'),
      outgoing: count('outgoing'),
      otherCurrency: count('other-currency'),
    },
    rows: rows.slice(0, PREVIEW_ROWS_MAX).map((one, index) => {
      const { line, bookedOn, amount, currency: own, text, payerName } = one
      return { line, bookedOn, amount, currency: own, text, payerName, outcome: outcomes[index]! }
    }),
    faults: read.flatMap(faultsIn).slice(0, FAULTS_SHOWN_MAX),
  }
}

/** Whether a text names one of our payments, or an invoice with an open balance. */
async function namesOurs(app: App, rows: readonly BankRow[]): Promise<(text: string) => boolean> {
  const texts = rows.map(({ text }) => text)
  const references = await knownReferences(
    app.db,
    texts.flatMap((text) => referencesIn(text).found),
  )
  const numbers = new Set<string>()
  for (const payable of app.extensions.payables.values()) {
    const found = (await payable.numbered?.(app.db, texts.flatMap(numbersIn))) ?? []
    for (const { number, amount } of found) if (amount > 0) numbers.add(number)
  }
  return (text) =>
    referencesIn(text).found.some((one) => references.has(one)) || numbersIn(text).some((one) => numbers.has(one))
}

/** Starts the import; `run-imports.ts` continues it. Idempotent. */
export async function beginImport(
  app: App,
  actorId: string,
  importId: string,
  mapping: BankMapping,
): Promise<ImportRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, importId)
    if (row === null) throw notFound('this import')
    if (row.state === 'running' || row.state === 'done') return row
    const file = await fileOf(app, row)
    if (file instanceof Refusal) return file
    await setRunning(trx, importId, mapping, file.rows.length)
    await rememberMapping(trx, headerHash(file.header), mapping)
    const after = { fileName: row.file_name, rows: file.rows.length }
    await audit(trx, { actorId, action: 'import-bank-file', subjectKind: 'bank-import', subjectId: importId, after })
    return (await importById(trx, importId))!
  })
}

/** The table of an import that has arrived and is not done. */
async function fileOf(app: App, row: ImportRow): Promise<BankFile | Refusal> {
  if (row.state === 'receiving')
    return refuse('file-incomplete', 'Parts of the file haven’t arrived yet. Wait a moment and try again.')
  if (row.state === 'done') return refuse('import-closed', 'This file was already imported.')
  try {
    return await openBankFile(await textOf(app.db, row.id))
  } catch (error) {
    if (error instanceof Unreadable) return refuse('file-unreadable', `We can’t read this file: ${error.message}`)
    throw error
  }
}

export function rowsIn(read: ReadRow): BankRow[] {
  return 'row' in read && read.row !== null ? [read.row] : []
}

export function faultsIn(read: ReadRow): RowFault[] {
  return 'faults' in read ? read.faults : []
}

export function presentImport(row: ImportRow): BankImport {
  const all = Array.from({ length: row.part_count }, (_, number) => number)
  const isReceiving = row.state === 'receiving'
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    partCount: row.part_count,
    missing: isReceiving ? all.filter((number) => !row.arrived.includes(number)) : [],
    rowCount: row.row_count,
    doneCount: row.done_count,
    imported: row.imported,
    known: row.known,
    ignored: row.ignored,
    matched: row.matched,
    outgoing: row.outgoing,
    otherCurrency: row.other_currency,
    faults: row.faults.slice(0, FAULTS_SHOWN_MAX),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}
