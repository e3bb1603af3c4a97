import type { Kysely } from 'kysely'
import {
  CELL_CHARACTERS_MAX,
  COLUMNS_MAX,
  FILE_BYTES_MAX,
  ROWS_MAX,
  type ImportMapping,
} from '#contract/lots/import.ts'
import { knownIdentifiers } from '#contract/lots/vin-makers.ts'
import { lockAuction } from '#server/auctions/run-list.ts'
import type { StoredAuction } from '#server/auctions/auction.ts'
import type { App } from '#server/platform/app.ts'
import { fractionDigits } from '#server/platform/money-text.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { nextYearAt } from '../create-vehicle.ts'
import { lastPosition } from '../entry-store.ts'
import {
  addProgress,
  addRows,
  beginRows,
  claimImport,
  fileOf,
  lockImport,
  noteResults,
  rowsOf,
  setFinished,
  setRead,
  setUnreadable,
  type ImportRow,
} from './import-store.ts'
import { judgeRows, type Judged } from './judge-rows.ts'
import { readRow, type Reading } from './read-row.ts'
import { plain } from './synonyms.ts'
import { headerHash, readTable, type TableHead, type TableRow } from '#server/platform/table/table.ts'
import { addLots, addVehicles, changeLots, changeVehicles, makesHere } from './vehicle-store.ts'

/** Rows per transaction: progress is visible, an interruption loses no more than these, and requests are answered in between. */
const BATCH = 250
const ROWS_PER_INSERT = 1000

/**
 * Continues running imports, one batch of rows per transaction: vehicles, lots, notes and the import's progress are one commit, so a
 * process that ends in between leaves nothing half done, and the next one continues after the last complete batch. `isStopping` is checked
 * between batches.
 */
export async function runImports(app: App, isStopping: () => boolean = () => false): Promise<void> {
  while (!isStopping() && (await readNext(app))) {
    // Continue with the next file.
  }
  let makes: ReadonlySet<string> | null = null
  for (;;) {
    if (isStopping()) return
    makes ??= await knownMakes(app.db)
    const known: ReadonlySet<string> = makes
    const isMore = await app.db.transaction().execute(async (trx) => {
      const row = await claimImport(trx, ['checking', 'running'])
      if (row === null) return false
      await takeBatch(app, trx, row, known)
      return true
    })
    if (!isMore) return
  }
}

async function takeBatch<T>(app: App, trx: Kysely<T>, row: ImportRow, makes: ReadonlySet<string>): Promise<void> {
  const isRun = row.state === 'running'
  const batch = await rowsOf(trx, row.id, row.done_count, BATCH)
  // Locks the auction's row: one transaction at a time assigns its positions.
  const auction = row.auction_id === null ? null : ((await lockAuction(trx, row.auction_id)) ?? null)
  const reading = await readingOf(app, row.header ?? [], row.mapping!, auction, makes)
  const reads = batch.map((one) => readRow(one, reading))
  const judged = await judgeRows(trx, row, row.done_count, reads, auction, reading.currency)
  if (isRun) await write(trx, judged, auction)
  const results = isRun
    ? judged.results
    : judged.results.map((result) => ({
        ...result,
        vehicleId: isNew(result.vehicleId, judged) ? null : result.vehicleId,
      }))
  await noteResults(trx, row.id, results)
  await addProgress(trx, row.id, batch.length)
  if (row.done_count + batch.length >= row.row_count) await setFinished(trx, row.id, isRun ? 'done' : 'checked')
}

/** A check writes no vehicle, so there is none to refer to. */
function isNew(id: string | null, { newVehicles }: Judged): boolean {
  return newVehicles.some((vehicle) => vehicle.id === id)
}

async function write<T>(trx: Kysely<T>, judged: Judged, auction: StoredAuction | null): Promise<void> {
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
export async function readingOf(
  app: App,
  header: string[],
  mapping: ImportMapping,
  auction: Pick<StoredAuction, 'currency'> | null,
  makes: ReadonlySet<string>,
): Promise<Reading> {
  const currency = auction?.currency ?? (await readCompanyTerms(app)).currency
  const now = app.now()
  return { header, mapping, currency, digits: fractionDigits(currency), now, nextYear: nextYearAt(now), makes }
}

/** Known makes of the trade, and those of vehicles already here. */
export async function knownMakes<T>(db: Kysely<T>): Promise<ReadonlySet<string>> {
  return new Set([...knownIdentifiers().map(([, make]) => plain(make)), ...(await makesHere(db))])
}

/** Reads one file that has arrived; false if none waits. The worker thread parses, this one only stores. */
async function readNext(app: App): Promise<boolean> {
  const row = await app.db.transaction().execute((trx) => claimImport(trx, ['reading']))
  if (row === null) return false
  const content = await fileOf(app.db, row.id)
  let head: TableHead | null = null
  const rows: TableRow[] = []
  const job = { kind: row.kind, content: new Uint8Array(content ?? []), bytesMax: FILE_BYTES_MAX }
  const limits = { rowsMax: ROWS_MAX, columnsMax: COLUMNS_MAX, cellMax: CELL_CHARACTERS_MAX }
  const failure = await readTable({ ...job, ...limits }, (message) => {
    if ('head' in message) head = message.head
    if ('rows' in message) rows.push(...message.rows)
    return Promise.resolve()
  })
  await app.db.transaction().execute(async (trx) => {
    // Two processes may have read the same file; one stores it.
    const now = await lockImport(trx, row.id)
    if (now?.state !== 'reading') return
    if (failure !== null || head === null) return setUnreadable(trx, row.id, failure ?? 'It is empty.')
    await beginRows(trx, row.id, head, headerHash(head.header))
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      await addRows(trx, row.id, at, rows.slice(at, at + ROWS_PER_INSERT))
    }
    await setRead(trx, row.id, rows.length)
  })
  return true
}
