import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { CELL_CHARACTERS_MAX, COLUMNS_MAX, FILE_BYTES_MAX, ROWS_MAX, type ImportMapping } from '#contract/import.ts'
import { knownIdentifiers } from '#contract/vin-makers.ts'
import { lockSale } from '#server/auctions/run-list.ts'
import type { Sale } from '#server/auctions/sale.ts'
import type { House } from '#server/platform/house.ts'
import { fractionDigits } from '#server/platform/money-text.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
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
import { readTable, type TableHead, type TableRow } from './table.ts'
import { addLots, addVehicles, changeLots, changeVehicles, makesHere } from './vehicle-store.ts'

/** Rows of one transaction: progress is seen, an interruption costs no more than these, and requests are answered in between. */
const BATCH = 250
const ROWS_PER_INSERT = 1000

/**
 * Goes on with imports at work, a batch of rows a transaction: vehicles, lots, notes and the import's progress are one commit, so that
 * a process that ends in between leaves nothing half taken, and the next one goes on after the last whole batch. `isStopping` is asked
 * between two batches.
 */
export async function runImports(house: House, isStopping: () => boolean = () => false): Promise<void> {
  while (!isStopping() && (await readNext(house))) {
    // On to the next file.
  }
  let makes: ReadonlySet<string> | null = null
  for (;;) {
    if (isStopping()) return
    makes ??= await knownMakes(house.db)
    const known: ReadonlySet<string> = makes
    const isMore = await house.db.transaction().execute(async (trx) => {
      const row = await claimImport(trx, ['checking', 'running'])
      if (row === null) return false
      await takeBatch(house, trx, row, known)
      return true
    })
    if (!isMore) return
  }
}

async function takeBatch<T>(house: House, trx: Kysely<T>, row: ImportRow, makes: ReadonlySet<string>): Promise<void> {
  const isRun = row.state === 'running'
  const batch = await rowsOf(trx, row.id, row.done_count, BATCH)
  // Locks the sale's row: its positions are given out by one transaction at a time.
  const sale = row.auction_id === null ? null : ((await lockSale(trx, row.auction_id)) ?? null)
  const reading = await readingOf(house, row.header ?? [], row.mapping!, sale, makes)
  const reads = batch.map((one) => readRow(one, reading))
  const judged = await judgeRows(trx, row, row.done_count, reads, sale, reading.currency)
  if (isRun) await write(trx, judged, sale)
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

/** A check writes no vehicle, so there is none to point at. */
function isNew(id: string | null, { newVehicles }: Judged): boolean {
  return newVehicles.some((vehicle) => vehicle.id === id)
}

async function write<T>(trx: Kysely<T>, judged: Judged, sale: Sale | null): Promise<void> {
  await addVehicles(trx, judged.newVehicles)
  await changeVehicles(trx, judged.changedVehicles)
  await changeLots(trx, judged.changedLots)
  if (sale === null || judged.newLots.length === 0) return
  const last = await lastPosition(trx, sale.id)
  await addLots(
    trx,
    sale.id,
    judged.newLots.map((lot, index) => ({ ...lot, position: last + index + 1 })),
  )
}

/** By what rows are read. Amounts are in the sale's currency; without a sale in the house's. */
export async function readingOf(
  house: House,
  header: string[],
  mapping: ImportMapping,
  sale: Pick<Sale, 'currency'> | null,
  makes: ReadonlySet<string>,
): Promise<Reading> {
  const currency = sale?.currency ?? (await readHouseTerms(house)).currency
  const now = house.now()
  return { header, mapping, currency, digits: fractionDigits(currency), now, nextYear: nextYearAt(now), makes }
}

/** Makes of the trade and those that have been here. */
export async function knownMakes<T>(db: Kysely<T>): Promise<ReadonlySet<string>> {
  return new Set([...knownIdentifiers().map(([, make]) => plain(make)), ...(await makesHere(db))])
}

/** Reads one file that has arrived; false where none waits. The thread reads, this one only stores. */
async function readNext(house: House): Promise<boolean> {
  const row = await house.db.transaction().execute((trx) => claimImport(trx, ['reading']))
  if (row === null) return false
  const content = await fileOf(house.db, row.id)
  let head: TableHead | null = null
  const rows: TableRow[] = []
  const job = { kind: row.kind, content: new Uint8Array(content ?? []), bytesMax: FILE_BYTES_MAX }
  const limits = { rowsMax: ROWS_MAX, columnsMax: COLUMNS_MAX, cellMax: CELL_CHARACTERS_MAX }
  const failure = await readTable({ ...job, ...limits }, (message) => {
    if ('head' in message) head = message.head
    if ('rows' in message) rows.push(...message.rows)
    return Promise.resolve()
  })
  await house.db.transaction().execute(async (trx) => {
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

export function headerHash(header: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(header)).digest()
}
