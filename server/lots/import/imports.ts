import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { FixedField, ImportMapping, ImportPreview, RowNote, VehicleImport } from '#contract/lots/import.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { CODED_FIELDS, VEHICLE_FIELDS, type VehicleField } from '#contract/lots/vehicle-fields.ts'
import { factWords } from '#contract/lots/vehicle-words.ts'
import { isCode, labelOf, type ListName } from '#contract/lots/vocabulary.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { headerHash } from '#server/platform/table/table.ts'
import { titleOf } from '../title.ts'
import { fitsHeader, guessMapping, missingIn } from './guess-mapping.ts'
import {
  countsOf,
  importById,
  lockImport,
  openImport,
  rememberedMapping,
  rememberMapping,
  rowsOf,
  setAtWork,
  type ImportRow,
} from './import-store.ts'
import { readRow, type ReadRow } from './read-row.ts'
import { knownMakes, readingOf } from './run-imports.ts'

const PREVIEW_ROWS_MAX = 30
/** How many rows a mapping is guessed from. */
const GUESS_ROWS = 500

/** Stores a file; its contents are read in the background. Sending the same file again returns the first import. */
export async function takeFile(
  app: App,
  actorId: string,
  file: { fileName: string; content: Buffer },
): Promise<ImportRow> {
  const { fileName, content } = file
  const hash = createHash('sha256').update(content).digest()
  // The type by the first bytes: an archive is a workbook, anything else is text.
  const kind = content.subarray(0, 2).toString('latin1') === 'PK' ? 'xlsx' : 'csv'
  return app.db.transaction().execute(async (trx) => {
    const row = await openImport(trx, { actorId, fileName, hash, kind, content })
    const after = { fileName, kind, bytes: content.length }
    await audit(trx, { actorId, action: 'send-vehicle-file', subjectKind: 'vehicle-import', subjectId: row.id, after })
    return row
  })
}

/** The first rows under the given mapping, or the remembered one, or the one that fits best. Writes nothing. */
export async function previewImport(
  app: App,
  importId: string,
  given: ImportMapping | undefined,
): Promise<ImportPreview | Refusal> {
  const row = await importById(app.db, importId)
  if (row === null) throw notFound('this import')
  if (row.header === null || isBeingRead(row)) return notRead()
  const { header } = row
  const rows = await rowsOf(app.db, importId, 0, GUESS_ROWS)
  const remembered = await rememberedMapping(app.db, headerHash(header))
  const mapping = given ?? row.mapping ?? remembered ?? guessMapping(header, rows)
  checkMapping(mapping, header)
  const auction = row.auction_id === null ? null : ((await readAuctionRow(app.db, row.auction_id)) ?? null)
  const reading = await readingOf(app, header, mapping, auction, await knownMakes(app.db))
  const shown = rows.slice(0, PREVIEW_ROWS_MAX)
  const reads = shown.map((one) => readRow(one, reading))
  return {
    header,
    mapping,
    isRemembered: given === undefined && (row.mapping ?? remembered) !== null,
    missing: missingIn(mapping),
    rows: reads.map((read, index) => ({
      line: read.line,
      cells: header.map((_, column) => (shown[index]?.cells[column] ?? '').slice(0, 300)),
      title: read.entry === null ? null : titleOf(read.entry),
      facts: read.entry === null ? null : factsOf(read.entry),
      notes: read.notes,
    })),
    unknownWords: countWords(reads.flatMap(({ unknown }) => unknown)),
  }
}

/** The facts as they would be stored, in one line, for scanning the preview. */
function factsOf(entry: NonNullable<ReadRow['entry']>): string {
  const { odometer, vin } = entry
  const distance =
    odometer === null ? null : `${odometer.value} ${odometer.unit}, ${labelOf('odometerStatus', odometer.status)}`
  const coded = CODED_FIELDS.map((field) => factWords(field, entry[field.name]))
  return [vin, distance, ...coded].filter((part) => part !== null).join(' · ')
}

/** How often each unrecognized word occurs, most frequent first. */
export function countWords(words: { list: ListName; word: string }[]): ImportPreview['unknownWords'] {
  const counts = new Map<string, { list: ListName; word: string; count: number }>()
  for (const { list, word } of words) {
    const found = counts.get(`${list} ${word}`) ?? { list, word, count: 0 }
    found.count += 1
    counts.set(`${list} ${word}`, found)
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, 200)
}

/** Starts a dry run or an import; `run-imports.ts` continues it. Starting the same one twice starts it once. */
export async function beginImport(
  app: App,
  actorId: string,
  importId: string,
  work: { state: 'checking' | 'running'; mapping: ImportMapping; auctionId: string | null },
): Promise<ImportRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, importId)
    if (row === null) throw notFound('this import')
    if (row.header === null || isBeingRead(row)) return notRead()
    if (isAtWork(row)) {
      const isSame = row.state === work.state && row.auction_id === work.auctionId
      return isSame ? row : refuse('import-at-work', 'This import is running. Wait until it’s done.')
    }
    checkMapping(work.mapping, row.header)
    const missing = missingIn(work.mapping)
    if (missing.length > 0) {
      return refuse('fields-missing', 'Some required facts have no column and no value. Choose one for each.', {
        missing,
      })
    }
    await checkAuction(trx, work.auctionId)
    await setAtWork(trx, importId, work)
    await rememberMapping(trx, headerHash(row.header), work.mapping)
    if (work.state === 'running') {
      const after = { fileName: row.file_name, rows: row.row_count, auctionId: work.auctionId }
      await audit(trx, {
        actorId,
        action: 'import-vehicles',
        subjectKind: 'vehicle-import',
        subjectId: importId,
        after,
      })
    }
    return (await lockImport(trx, importId))!
  })
}

function isBeingRead({ state }: ImportRow): boolean {
  return state === 'reading' || state === 'unreadable'
}

function isAtWork({ state }: ImportRow): boolean {
  return state === 'checking' || state === 'running'
}

function notRead(): Refusal {
  return refuse('file-not-read', 'This file hasn’t been read yet, or can’t be read.')
}

async function checkAuction<T>(trx: Kysely<T>, auctionId: string | null): Promise<void> {
  if (auctionId !== null && (await readAuctionRow(trx, auctionId)) === undefined) {
    throw invalidInput([{ field: 'auctionId', message: 'We couldn’t find this auction.' }])
  }
}

function checkMapping(mapping: ImportMapping, header: string[]): void {
  const faults: FieldFault[] = []
  if (!fitsHeader(mapping, header)) faults.push({ field: 'mapping.columns', message: 'The file has fewer columns.' })
  for (const [field, value] of Object.entries(mapping.fixed)) {
    const { list }: VehicleField = VEHICLE_FIELDS[field as FixedField]
    if (list === undefined || value === undefined || value === '') continue
    if (!isCode(list, value)) {
      faults.push({ field: `mapping.fixed.${field}`, message: 'Choose a value from the list.' })
    }
  }
  for (const [list, words] of Object.entries(mapping.words)) {
    const wrong = Object.values(words ?? {}).find((code) => !isCode(list as ListName, code))
    if (wrong !== undefined) faults.push({ field: `mapping.words.${list}`, message: 'Choose a value from the list.' })
  }
  if (faults.length > 0) throw invalidInput(faults)
}

/** Imports with their row counts, read in one query. */
export async function presentImports(app: App, rows: readonly ImportRow[]): Promise<VehicleImport[]> {
  const counts = await countsOf(
    app.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    failure: row.failure,
    encoding: row.encoding,
    auctionId: row.auction_id,
    auctionTitle: row.auction_title,
    rowCount: row.row_count,
    doneCount: row.done_count,
    counts: counts.get(row.id)!,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }))
}

/** {@link presentImports} for one. */
export async function presentImport(app: App, row: ImportRow): Promise<VehicleImport> {
  return (await presentImports(app, [row]))[0]!
}

/** Notes with their line numbers. */
export function notesOf(rows: { line: number; notes: Omit<RowNote, 'line'>[] }[]): RowNote[] {
  return rows.flatMap(({ line, notes }) => notes.map((note) => ({ line, ...note })))
}
