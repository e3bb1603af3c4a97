import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ImportMapping, ImportPreview, RowNote, VehicleImport } from '#contract/import.ts'
import type { FieldFault } from '#contract/problem.ts'
import { isCode, type ListName } from '#contract/vocabulary.ts'
import { labelOf } from '#contract/vocabulary-labels.ts'
import { readSale } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
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
import { headerHash, knownMakes, readingOf } from './run-imports.ts'

const PREVIEW_ROWS_MAX = 30
/** Rows by which a mapping is guessed. */
const GUESS_ROWS = 500

/** Takes a file; what is in it is read in the background. The same file again is the import that was made of it. */
export async function takeFile(
  house: House,
  actorId: string,
  file: { fileName: string; content: Buffer },
): Promise<ImportRow> {
  const { fileName, content } = file
  const hash = createHash('sha256').update(content).digest()
  // By its first bytes: an archive is a workbook, anything else is text.
  const kind = content.subarray(0, 2).toString('latin1') === 'PK' ? 'xlsx' : 'csv'
  return house.db.transaction().execute(async (trx) => {
    const row = await openImport(trx, { actorId, fileName, hash, kind, content })
    const after = { fileName, kind, bytes: content.length }
    await audit(trx, { actorId, act: 'send-vehicle-file', subjectKind: 'vehicle-import', subjectId: row.id, after })
    return row
  })
}

/** The first rows by a mapping, or by the remembered one, or by the one that fits best. Writes nothing. */
export async function previewImport(
  house: House,
  importId: string,
  given: ImportMapping | undefined,
): Promise<ImportPreview | Refusal> {
  const row = await importById(house.db, importId)
  if (row === null) throw notFound('this import')
  if (row.header === null || isBeingRead(row)) return notRead()
  const { header } = row
  const rows = await rowsOf(house.db, importId, 0, GUESS_ROWS)
  const remembered = await rememberedMapping(house.db, headerHash(header))
  const mapping = given ?? row.mapping ?? remembered ?? guessMapping(header, rows)
  checkMapping(mapping, header)
  const sale = row.auction_id === null ? null : ((await readSale(house.db, row.auction_id)) ?? null)
  const reading = await readingOf(house, header, mapping, sale, await knownMakes(house.db))
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

/** The facts as they would be kept, in a line, for an eye that runs down the preview. */
function factsOf(entry: NonNullable<ReadRow['entry']>): string {
  const { odometer, titleBrand, runState, body, vin, fuel, gearbox } = entry
  const distance =
    odometer === null ? null : `${odometer.value} ${odometer.unit}, ${labelOf('odometerStatus', odometer.status)}`
  const coded = [
    labelOf('body', body),
    labelOf('titleBrand', titleBrand),
    labelOf('runState', runState),
    gearbox === null ? null : labelOf('gearbox', gearbox),
    fuel === null ? null : labelOf('fuel', fuel),
  ]
  return [vin, distance, ...coded].filter((part) => part !== null).join(' · ')
}

/** How often each word that no list knows occurs, the most frequent first. */
export function countWords(words: { list: ListName; word: string }[]): ImportPreview['unknownWords'] {
  const counts = new Map<string, { list: ListName; word: string; count: number }>()
  for (const { list, word } of words) {
    const found = counts.get(`${list} ${word}`) ?? { list, word, count: 0 }
    found.count += 1
    counts.set(`${list} ${word}`, found)
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, 200)
}

/** Begins a dry run or an import; `run-imports.ts` goes on with it. The same one begun twice is begun once. */
export async function beginImport(
  house: House,
  actorId: string,
  importId: string,
  work: { state: 'checking' | 'running'; mapping: ImportMapping; auctionId: string | null },
): Promise<ImportRow | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, importId)
    if (row === null) throw notFound('this import')
    if (row.header === null || isBeingRead(row)) return notRead()
    if (isAtWork(row)) {
      const isSame = row.state === work.state && row.auction_id === work.auctionId
      return isSame ? row : refuse('import-at-work', 'This import is at work. Wait until it is done.')
    }
    checkMapping(work.mapping, row.header)
    const missing = missingIn(work.mapping)
    if (missing.length > 0) {
      return refuse('fields-missing', 'Some facts that every vehicle needs have no column and no value.', { missing })
    }
    await checkSale(trx, work.auctionId)
    await setAtWork(trx, importId, work)
    await rememberMapping(trx, headerHash(row.header), work.mapping)
    if (work.state === 'running') {
      const after = { fileName: row.file_name, rows: row.row_count, auctionId: work.auctionId }
      await audit(trx, { actorId, act: 'import-vehicles', subjectKind: 'vehicle-import', subjectId: importId, after })
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
  return refuse('file-not-read', 'This file has not been read yet, or cannot be.')
}

async function checkSale<T>(trx: Kysely<T>, auctionId: string | null): Promise<void> {
  if (auctionId !== null && (await readSale(trx, auctionId)) === undefined) {
    throw invalidInput([{ field: 'auctionId', message: 'This sale is not there.' }])
  }
}

function checkMapping(mapping: ImportMapping, header: string[]): void {
  const faults: FieldFault[] = []
  if (!fitsHeader(mapping, header)) faults.push({ field: 'mapping.columns', message: 'The file has fewer columns.' })
  for (const [field, value] of Object.entries(mapping.fixed)) {
    if (field === 'location' || value === undefined || value === '') continue
    if (!isCode(field as ListName, value)) {
      faults.push({ field: `mapping.fixed.${field}`, message: 'This is none of the list.' })
    }
  }
  for (const [list, words] of Object.entries(mapping.words)) {
    const wrong = Object.values(words ?? {}).find((code) => !isCode(list as ListName, code))
    if (wrong !== undefined) faults.push({ field: `mapping.words.${list}`, message: 'This is none of the list.' })
  }
  if (faults.length > 0) throw invalidInput(faults)
}

export async function presentImport(house: House, row: ImportRow): Promise<VehicleImport> {
  const [counts, sale] = await Promise.all([
    countsOf(house.db, row),
    row.auction_id === null ? undefined : readSale(house.db, row.auction_id),
  ])
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    failure: row.failure,
    encoding: row.encoding,
    auctionId: row.auction_id,
    auctionTitle: sale?.title ?? null,
    rowCount: row.row_count,
    doneCount: row.done_count,
    counts,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

/** Notes with the line they are of. */
export function notesOf(rows: { line: number; notes: Omit<RowNote, 'line'>[] }[]): RowNote[] {
  return rows.flatMap(({ line, notes }) => notes.map((note) => ({ line, ...note })))
}
