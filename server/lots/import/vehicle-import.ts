import type { Kysely } from 'kysely'
import {
  CELL_CHARACTERS_MAX,
  COLUMNS_MAX,
  FILE_BYTES_MAX,
  ROWS_MAX,
  type FixedField,
  type ImportMapping,
  type ImportPreview,
  type VehicleImport,
} from '#contract/lots/import.ts'
import { isVin, plainVin } from '#contract/lots/vin.ts'
import { knownIdentifiers } from '#contract/lots/vin-makers.ts'
import { CODED_FIELDS, VEHICLE_FIELDS, type VehicleField } from '#contract/lots/vehicle-fields.ts'
import { factWords } from '#contract/lots/vehicle-words.ts'
import type { VehicleEntry } from '#contract/lots/vehicles.ts'
import { isCode, labelOf, type ListName } from '#contract/lots/vocabulary.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import type { StoredAuction } from '#server/auctions/auction.ts'
import { lockAuction, readAuctionRow } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import type { ImportKind, ImportRow } from '#server/platform/import/import-kind.ts'
import { presentImport } from '#server/platform/import/imports.ts'
import { fractionDigits } from '#contract/platform/currency.ts'
import { invalidInput, refuse } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { shorten } from '#contract/platform/shorten.ts'
import type { TableRow } from '#server/platform/table/table.ts'
import { nextYearAt } from '../create-vehicle.ts'
import { lastPosition } from '../entry-store.ts'
import { titleOf } from '../title.ts'
import { decodeAll, vinDecoderOf } from '../vehicles/decode-vin.ts'
import type { Reading } from './cells.ts'
import { fitsHeader, guessMapping, missingIn, refitMapping } from './guess-mapping.ts'
import { noteVehicles, setPlan, type VehicleResult } from './import-store.ts'
import { judgeRows, type Judged } from './judge-rows.ts'
import { readRow } from './read-row.ts'
import { plain } from '../synonyms.ts'
import { addLots, addVehicles, changeLots, changeVehicles, makesHere } from './vehicle-store.ts'

export type VehicleImportRow = ImportRow<ImportMapping> & {
  auction_id: string | null
  auction_title: string | null
  begun_by: string
}
/** `auctionId`: where the vehicles are offered; null: they are only entered. */
type Plan = { auctionId: string | null }
type Sample = Omit<ImportPreview, 'header' | 'mapping' | 'isRemembered'>

const PREVIEW_ROWS_MAX = 30

/** A seller's list: every row is a vehicle and, in an auction, its lot. */
export const VEHICLE_IMPORT: ImportKind<ImportMapping, VehicleImportRow, Plan, Sample> = {
  name: 'vehicle',
  mappings: 'vehicle_import_mapping',
  columns: `, auction_id, (select title from auction where auction.id = own.auction_id) as auction_title,
    coalesce(begun_by, actor_id) as begun_by`,
  limits: { bytesMax: FILE_BYTES_MAX, rowsMax: ROWS_MAX, columnsMax: COLUMNS_MAX, cellMax: CELL_CHARACTERS_MAX },
  batch: 250,
  isPrivate: false,
  actions: { send: 'send-vehicle-file', run: 'import-vehicles' },
  previewRows: 500,
  guess: guessMapping,
  refit: refitMapping,
  faultsOf: faultsOfMapping,
  isSame: (row, { auctionId }) => row.auction_id === auctionId,

  async plan(trx, row, { mapping, auctionId }, actorId) {
    const missing = missingIn(mapping)
    if (missing.length > 0) {
      return refuse('fields-missing', 'Some required facts have no column and no value. Choose one for each.', {
        missing,
      })
    }
    const auction = auctionId === null ? null : await readAuctionRow(trx, auctionId)
    if (auction === undefined) throw invalidInput([{ field: 'auctionId', message: 'We couldn’t find this auction.' }])
    if (auction !== null && auction.canceled !== null) {
      throw invalidInput([{ field: 'auctionId', message: 'This auction is canceled. Choose another one.' }])
    }
    await setPlan(trx, row.id, { auctionId, begunBy: actorId })
    return { auctionId }
  },

  async preview(app, row, { header, rows }, mapping) {
    const auction = row.auction_id === null ? null : ((await readAuctionRow(app.db, row.auction_id)) ?? null)
    const shown = rows.slice(0, PREVIEW_ROWS_MAX)
    const decoded = await decodedIn(app, shown, mapping)
    const reading = await readingOf(app, { header, mapping, auction, makes: await knownMakes(app.db), decoded })
    const reads = shown.map((one) => readRow(one, reading))
    return {
      currency: reading.currency,
      missing: missingIn(mapping),
      rows: reads.map((read, index) => ({
        line: read.line,
        cells: header.map((_, column) => shorten(shown[index]?.cells[column] ?? '', 300)),
        title: read.entry === null ? null : titleOf(read.entry),
        facts: read.entry === null ? null : factsOf(read.entry),
        ...read.terms,
        guide: read.guide,
        notes: read.notes,
      })),
      unknownWords: countWords(reads.flatMap(({ unknown }) => unknown)),
    }
  },

  async open(app, trx, { header, mapping }) {
    const makes = await knownMakes(trx)
    return async (batchTrx, row, batch, isRun) => {
      // Locks the auction's row: one transaction at a time assigns its positions.
      const auction = row.auction_id === null ? null : ((await lockAuction(batchTrx, row.auction_id)) ?? null)
      const decoded = await decodedIn(app, batch, mapping!)
      const reading = await readingOf(app, { header: header!, mapping: mapping!, auction, makes, decoded })
      const reads = batch.map((one) => readRow(one, reading))
      const begun = { id: row.id, begunBy: row.begun_by }
      const judged = await judgeRows(batchTrx, begun, row.done_count, reads, auction, reading)
      if (isRun) await write(batchTrx, judged, auction)
      await noteVehicles(batchTrx, row.id, isRun ? judged.results : judged.results.map(unwritten))
      return { results: judged.results.map(({ number, outcome, notes }) => ({ number, outcome, notes })) }
    }
  },
}

export function presentVehicleImport(row: VehicleImportRow): VehicleImport {
  const { fresh = 0, changed = 0, known = 0, faulty = 0, remarked = 0 } = row.counts
  const { auction_id: auctionId, auction_title: auctionTitle } = row
  return { ...presentImport(row), auctionId, auctionTitle, counts: { fresh, changed, known, faulty, remarked } }
}

/** A check writes no vehicle and no lot, so there's nothing to refer to. */
function unwritten(result: VehicleResult): VehicleResult {
  return { ...result, vehicleId: result.effect === 'made' ? null : result.vehicleId, effect: null, lotId: null }
}

async function write(trx: Kysely<object>, judged: Judged, auction: StoredAuction | null): Promise<void> {
  await addVehicles(trx, judged.newVehicles)
  await changeVehicles(trx, judged.changedVehicles)
  await changeLots(trx, judged.changedLots)
  if (auction === null || judged.newLots.length === 0) return
  const last = await lastPosition(trx, auction.id)
  await addLots(
    trx,
    auction.id,
    judged.newLots.map((lot, index) => ({ ...lot, position: last + index + 1 })),
  )
}

/** The settings for reading rows. Amounts are in the auction's currency; without an auction, in the company's. */
async function readingOf(
  app: App,
  of: Pick<Reading, 'header' | 'mapping' | 'makes' | 'decoded'> & { auction: Pick<StoredAuction, 'currency'> | null },
): Promise<Reading> {
  const { auction, ...file } = of
  const currency = auction?.currency ?? (await readCompanyTerms(app)).currency
  const now = app.now()
  return { ...file, currency, digits: fractionDigits(currency), now, nextYear: nextYearAt(now) }
}

/** What the maker's tables say about the VINs of these rows. */
function decodedIn(app: App, rows: readonly TableRow[], { columns }: ImportMapping): Promise<Reading['decoded']> {
  const { vin: column } = columns
  const vins = column === undefined ? [] : rows.map(({ cells }) => plainVin(cells[column] ?? ''))
  return decodeAll(vinDecoderOf(app), [...new Set(vins.filter(isVin))])
}

/** Known makes of the trade, and those of vehicles already here. */
async function knownMakes(db: Kysely<object>): Promise<ReadonlySet<string>> {
  return new Set([...knownIdentifiers().map(([, make]) => plain(make)), ...(await makesHere(db))])
}

/** The facts as they would be stored, in one line, for scanning the preview. */
function factsOf(entry: VehicleEntry): string {
  const { odometer, vin, location } = entry
  const distance =
    odometer === null ? null : `${odometer.value} ${odometer.unit}, ${labelOf('odometerStatus', odometer.status)}`
  const coded = CODED_FIELDS.map((field) => factWords(field, entry[field.name]))
  return [vin, distance, location, ...coded].filter((part) => part !== null).join(' · ')
}

/** How often each unrecognized word occurs, most frequent first. */
function countWords(words: { list: ListName; word: string }[]): ImportPreview['unknownWords'] {
  const counts = new Map<string, { list: ListName; word: string; count: number }>()
  for (const { list, word } of words) {
    const found = counts.get(`${list} ${word}`) ?? { list, word, count: 0 }
    found.count += 1
    counts.set(`${list} ${word}`, found)
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, 200)
}

function faultsOfMapping(mapping: ImportMapping, header: string[]): FieldFault[] {
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
  return faults
}
