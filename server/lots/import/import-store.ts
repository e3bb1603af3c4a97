import { sql, type Kysely } from 'kysely'
import type { ImportMapping, RowNote, VehicleImport } from '#contract/lots/import.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'
import { newId } from '#server/platform/id.ts'
import type { TableHead, TableRow } from '#server/platform/table/table.ts'

export type ImportRow = {
  id: string
  actor_id: string
  file_name: string
  kind: 'csv' | 'xlsx'
  state: VehicleImport['state']
  failure: string | null
  encoding: string | null
  header: string[] | null
  mapping: ImportMapping | null
  auction_id: string | null
  auction_title: string | null
  row_count: number
  done_count: number
  created_at: number
  finished_at: number | null
}
export type ImportCounts = VehicleImport['counts']
export type Outcome = 'fresh' | 'changed' | 'known' | 'faulty'

const COLUMNS =
  sql.raw(`id, actor_id, file_name, kind, state, failure, encoding, header, mapping, auction_id, row_count,
  done_count, created_at, finished_at, (select title from auction where auction.id = vehicle_import.auction_id) as auction_title`)

/** The import of that file: a new one, or the existing one. */
export async function openImport<T>(
  db: Kysely<T>,
  file: { actorId: string; fileName: string; hash: Buffer; kind: 'csv' | 'xlsx'; content: Buffer },
): Promise<ImportRow> {
  const { actorId, fileName, hash, kind, content } = file
  // A file that could not be read is read again: the server may have been at fault.
  const made = await sql<ImportRow>`
    insert into vehicle_import (id, actor_id, file_name, file_hash, kind, file)
    values (${newId()}, ${actorId}, ${fileName}, ${hash}, ${kind}, ${content})
    on conflict (file_hash) do update set state = 'reading', failure = null, file = excluded.file
      where vehicle_import.state = 'unreadable'
    returning ${COLUMNS}`.execute(db)
  if (made.rows[0] !== undefined) return made.rows[0]
  const found = await sql<ImportRow>`select ${COLUMNS} from vehicle_import where file_hash = ${hash}`.execute(db)
  return found.rows[0]!
}

export async function importById<T>(db: Kysely<T>, id: string): Promise<ImportRow | null> {
  const found = await sql<ImportRow>`select ${COLUMNS} from vehicle_import where id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function newestImports<T>(db: Kysely<T>, limit: number): Promise<ImportRow[]> {
  const found = await sql<ImportRow>`
    select ${COLUMNS} from vehicle_import order by created_at desc, id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Locks the import to the end of the transaction, so that it starts once and its rows are counted one batch at a time. */
export async function lockImport<T>(trx: Kysely<T>, id: string): Promise<ImportRow | null> {
  const found = await sql<ImportRow>`select ${COLUMNS} from vehicle_import where id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** An import in one of these states that no other process works on, or null. */
export async function claimImport<T>(trx: Kysely<T>, states: VehicleImport['state'][]): Promise<ImportRow | null> {
  // Locks one import that no one holds, to the end of the transaction: a single process takes its next rows.
  const found = await sql<ImportRow>`
    select ${COLUMNS} from vehicle_import where state = any(${states}) order by created_at limit 1
    for update skip locked`.execute(trx)
  return found.rows[0] ?? null
}

export async function fileOf<T>(db: Kysely<T>, id: string): Promise<Buffer | null> {
  const found = await sql<{ file: Buffer | null }>`select file from vehicle_import where id = ${id}`.execute(db)
  return found.rows[0]?.file ?? null
}

/** Replaces the rows of an earlier attempt with those of the file. */
export async function beginRows<T>(trx: Kysely<T>, id: string, { header, encoding }: TableHead, hash: Buffer) {
  await sql`delete from vehicle_import_row where import_id = ${id}`.execute(trx)
  await sql`
    update vehicle_import set header = ${JSON.stringify(header)}::jsonb, header_hash = ${hash}, encoding = ${encoding}
    where id = ${id}`.execute(trx)
}

export async function addRows<T>(trx: Kysely<T>, id: string, first: number, rows: TableRow[]): Promise<void> {
  const records = rows.map(({ line, cells }, index) => ({ number: first + index, line, cells }))
  await sql`
    insert into vehicle_import_row (import_id, number, line, cells)
    select ${id}, number, line, cells
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as row (number integer, line integer, cells jsonb)`.execute(
    trx,
  )
}

/** Also drops the stored file, which is no longer needed. */
export async function setRead<T>(trx: Kysely<T>, id: string, rowCount: number): Promise<void> {
  await sql`
    update vehicle_import set state = 'ready', file = null, row_count = ${rowCount} where id = ${id}`.execute(trx)
}

export async function setUnreadable<T>(trx: Kysely<T>, id: string, failure: string): Promise<void> {
  await sql`
    update vehicle_import set state = 'unreadable', file = null, failure = ${failure} where id = ${id}`.execute(trx)
}

export async function setAtWork<T>(
  trx: Kysely<T>,
  id: string,
  work: { state: 'checking' | 'running'; mapping: ImportMapping; auctionId: string | null },
): Promise<void> {
  await sql`
    update vehicle_import set state = ${work.state}, mapping = ${JSON.stringify(work.mapping)}::jsonb,
      auction_id = ${work.auctionId}, done_count = 0, finished_at = null
    where id = ${id}`.execute(trx)
}

export async function addProgress<T>(trx: Kysely<T>, id: string, done: number): Promise<void> {
  await sql`update vehicle_import set done_count = done_count + ${done} where id = ${id}`.execute(trx)
}

export async function setFinished<T>(trx: Kysely<T>, id: string, state: 'checked' | 'done'): Promise<void> {
  await sql`
    update vehicle_import set state = ${state}, finished_at = clock_timestamp() where id = ${id}`.execute(trx)
}

export async function rowsOf<T>(db: Kysely<T>, id: string, first: number, limit: number): Promise<TableRow[]> {
  const found = await sql<TableRow>`
    select line, cells from vehicle_import_row where import_id = ${id} and number >= ${first}
    order by number limit ${limit}`.execute(db)
  return found.rows
}

/** Earlier lines of this file, before row `before`, with one of these keys or numbers. */
export async function earlierRows<T>(
  trx: Kysely<T>,
  id: string,
  before: number,
  keys: Buffer[],
  stockNumbers: string[],
): Promise<{ line: number; key: string; stock_number: string | null }[]> {
  const found = await sql<{ line: number; key: string; stock_number: string | null }>`
    select line, encode(key, 'hex') as key, stock_number from vehicle_import_row
    where import_id = ${id} and number < ${before} and key is not null and outcome <> 'faulty'
      and (key = any(${keys}) or stock_number = any(${stockNumbers}))`.execute(trx)
  return found.rows
}

export type RowResult = {
  number: number
  key: string | null
  stockNumber: string | null
  outcome: Outcome
  notes: Omit<RowNote, 'line'>[]
  vehicleId: string | null
}

export async function noteResults<T>(trx: Kysely<T>, id: string, results: RowResult[]): Promise<void> {
  await sql`
    update vehicle_import_row as row set key = decode(result.key, 'hex'), stock_number = result."stockNumber",
      outcome = result.outcome, notes = result.notes, vehicle_id = result."vehicleId"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result
      (number integer, key text, "stockNumber" text, outcome text, notes jsonb, "vehicleId" uuid)
    where row.import_id = ${id} and row.number = result.number`.execute(trx)
}

/** Counts by import, over the rows that the present check or run has processed. */
export async function countsOf<T>(db: Kysely<T>, ids: string[]): Promise<Map<string, ImportCounts>> {
  const found = await sql<ImportCounts & { id: string }>`
    select i.id, count(*) filter (where outcome = 'fresh') as fresh, count(*) filter (where outcome = 'changed') as changed,
      count(*) filter (where outcome = 'known') as known, count(*) filter (where outcome = 'faulty') as faulty,
      count(*) filter (where outcome <> 'faulty' and notes <> '[]') as remarked
    from vehicle_import i left join vehicle_import_row r on r.import_id = i.id and r.number < i.done_count
    where i.id = any(${ids}::uuid[]) group by i.id`.execute(db)
  return new Map(found.rows.map(({ id, ...counts }) => [id, counts]))
}

export type NotedRow = { number: number; line: number; outcome: Outcome; notes: Omit<RowNote, 'line'>[] }

/** Rows with notes, from the one after `after` on. */
export async function notedRows<T>(
  db: Kysely<T>,
  row: Pick<ImportRow, 'id' | 'done_count'>,
  after: number,
  limit: number,
): Promise<NotedRow[]> {
  const found = await sql<NotedRow>`
    select number, line, outcome, notes from vehicle_import_row
    where import_id = ${row.id} and number > ${after} and number < ${row.done_count} and notes <> '[]'
    order by number limit ${limit}`.execute(db)
  return found.rows
}

export async function rememberMapping<T>(trx: Kysely<T>, headerHash: Buffer, mapping: ImportMapping): Promise<void> {
  await sql`
    insert into vehicle_import_mapping (header_hash, mapping) values (${headerHash}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (header_hash) do update set mapping = excluded.mapping`.execute(trx)
}

export async function rememberedMapping<T>(db: Kysely<T>, headerHash: Buffer): Promise<ImportMapping | null> {
  const found = await sql<{ mapping: ImportMapping }>`
    select mapping from vehicle_import_mapping where header_hash = ${headerHash}`.execute(db)
  return found.rows[0]?.mapping ?? null
}

/** Words for closed lists that the last check or run did not recognize, most frequent first. */
export async function unknownWordsOf<T>(
  db: Kysely<T>,
  row: Pick<ImportRow, 'id' | 'done_count'>,
): Promise<{ list: ListName; word: string; count: number }[]> {
  const found = await sql<{ list: ListName; word: string; count: number }>`
    select note ->> 'list' as list, left(regexp_replace(lower(note ->> 'value'), '[[:space:]]+', ' ', 'g'), 120) as word, count(*) as count
    from vehicle_import_row, jsonb_array_elements(notes) as note
    where import_id = ${row.id} and number < ${row.done_count} and notes <> '[]' and note ->> 'list' is not null
    group by 1, 2 order by 3 desc, 2 limit 200`.execute(db)
  return found.rows
}
