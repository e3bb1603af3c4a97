import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { FileImport, RowNote } from '#contract/platform/file-import.ts'
import { newId } from '../id.ts'
import { headerHash, type TableHead, type TableRow } from '../table/table.ts'
import type { ImportRow, ImportTables, RowResult } from './import-kind.ts'

/** The SQL of imports. Each kind has tables of its own, with the same columns; some kinds have more. */

const imports = ({ name }: ImportTables): RawBuilder<unknown> => sql.table(`${name}_import`)
const rows = ({ name }: ImportTables): RawBuilder<unknown> => sql.table(`${name}_import_row`)
const columns = ({ columns: own }: ImportTables): RawBuilder<unknown> =>
  sql.raw(`id, file_name, kind, state, failure, encoding, header, mapping, row_count, done_count, counts, created_at,
    finished_at${own}`)

type NewFile = { actorId: string; fileName: string; hash: Buffer; kind: 'csv' | 'xlsx'; content: Buffer }

/** The import of that file: a new one, or the existing one. */
export async function openImport<Row>(db: Kysely<object>, of: ImportTables, file: NewFile): Promise<Row> {
  const { actorId, fileName, hash, kind, content } = file
  // A file that could not be read is read again: the server may have been at fault.
  const made = await sql<Row>`
    insert into ${imports(of)} as own (id, actor_id, file_name, file_hash, kind, file, state)
    values (${newId()}, ${actorId}, ${fileName}, ${hash}, ${kind}, ${content}, 'reading')
    on conflict (file_hash) do update set state = 'reading', failure = null, file = excluded.file, kind = excluded.kind
      where own.state = 'unreadable'
    returning ${columns(of)}`.execute(db)
  if (made.rows[0] !== undefined) return made.rows[0]
  const found = await sql<Row>`select ${columns(of)} from ${imports(of)} as own where file_hash = ${hash}`.execute(db)
  return found.rows[0]!
}

export async function importById<Row>(db: Kysely<object>, of: ImportTables, id: string): Promise<Row | null> {
  const found = await sql<Row>`select ${columns(of)} from ${imports(of)} as own where id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function newestImports<Row>(db: Kysely<object>, of: ImportTables, limit: number): Promise<Row[]> {
  const found = await sql<Row>`
    select ${columns(of)} from ${imports(of)} as own order by created_at desc, id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Locks the import to the end of the transaction, so that it starts once and its rows are counted one batch at a time. */
export async function lockImport<Row>(trx: Kysely<object>, of: ImportTables, id: string): Promise<Row | null> {
  const found = await sql<Row>`
    select ${columns(of)} from ${imports(of)} as own where id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** An import in one of these states, none of `failed`, that no other process works on; or null. */
export async function claimImport<Row>(
  trx: Kysely<object>,
  of: ImportTables,
  states: FileImport['state'][],
  failed: readonly string[],
): Promise<Row | null> {
  // Locks one import that no one holds, to the end of the transaction: a single process takes its next rows.
  const found = await sql<Row>`
    select ${columns(of)} from ${imports(of)} as own where state = any(${states}) and id <> all(${failed}::uuid[])
    order by created_at limit 1 for update skip locked`.execute(trx)
  return found.rows[0] ?? null
}

export async function fileOf(db: Kysely<object>, of: ImportTables, id: string): Promise<Buffer | null> {
  const found = await sql<{ file: Buffer | null }>`select file from ${imports(of)} where id = ${id}`.execute(db)
  return found.rows[0]?.file ?? null
}

/** Replaces the rows of an earlier attempt with those of the file, and drops the stored file, which is no longer needed. */
export async function setRead(
  trx: Kysely<object>,
  of: ImportTables,
  id: string,
  { header, encoding }: TableHead,
  read: TableRow[],
): Promise<void> {
  await sql`delete from ${rows(of)} where import_id = ${id}`.execute(trx)
  for (let at = 0; at < read.length; at += ROWS_PER_INSERT) {
    const records = read.slice(at, at + ROWS_PER_INSERT).map((row, index) => ({ number: at + index, ...row }))
    await sql`
      insert into ${rows(of)} (import_id, number, line, cells)
      select ${id}, number, line, cells
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as row (number integer, line integer, cells jsonb)`.execute(
      trx,
    )
  }
  await sql`
    update ${imports(of)} set state = 'ready', file = null, header = ${JSON.stringify(header)}::jsonb,
      header_hash = ${headerHash(header)}, encoding = ${encoding}, row_count = ${read.length}
    where id = ${id}`.execute(trx)
}

const ROWS_PER_INSERT = 1000

export async function setUnreadable(trx: Kysely<object>, of: ImportTables, id: string, failure: string): Promise<void> {
  await sql`
    update ${imports(of)} set state = 'unreadable', file = null, failure = ${failure} where id = ${id}`.execute(trx)
}

export async function setAtWork(
  trx: Kysely<object>,
  of: ImportTables,
  id: string,
  { state, mapping }: { state: 'checking' | 'running'; mapping: unknown },
): Promise<void> {
  await sql`
    update ${imports(of)} set state = ${state}, mapping = ${JSON.stringify(mapping)}::jsonb, done_count = 0,
      counts = '{}', finished_at = null
    where id = ${id}`.execute(trx)
}

export async function addProgress(
  trx: Kysely<object>,
  of: ImportTables,
  id: string,
  { done, counts }: { done: number; counts: ImportRow['counts'] },
): Promise<void> {
  await sql`
    update ${imports(of)} set done_count = ${done}, counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`.execute(
    trx,
  )
}

export async function setFinished(
  trx: Kysely<object>,
  of: ImportTables,
  id: string,
  state: 'checked' | 'done',
): Promise<void> {
  await sql`
    update ${imports(of)} set state = ${state}, finished_at = clock_timestamp() where id = ${id}`.execute(trx)
}

/** Keeps of the rows only what was noted about them, without their cells. */
export async function forgetCells(trx: Kysely<object>, of: ImportTables, id: string): Promise<void> {
  await sql`delete from ${rows(of)} where import_id = ${id} and notes = '[]'`.execute(trx)
  await sql`update ${rows(of)} set cells = '[]' where import_id = ${id}`.execute(trx)
}

export async function rowsOf(
  db: Kysely<object>,
  of: ImportTables,
  id: string,
  { first, limit }: { first: number; limit: number },
): Promise<TableRow[]> {
  const found = await sql<TableRow>`
    select line, cells from ${rows(of)} where import_id = ${id} and number >= ${first}
    order by number limit ${limit}`.execute(db)
  return found.rows
}

export async function noteResults(
  trx: Kysely<object>,
  of: ImportTables,
  id: string,
  results: RowResult[],
): Promise<void> {
  await sql`
    update ${rows(of)} as row set outcome = result.outcome, notes = result.notes
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result (number integer, outcome text, notes jsonb)
    where row.import_id = ${id} and row.number = result.number`.execute(trx)
}

export type NotedRow = { number: number; line: number; notes: Omit<RowNote, 'line'>[] }

/** Processed rows with notes, from the one after `after` on. */
export async function notedRows(
  db: Kysely<object>,
  of: ImportTables,
  row: ImportRow,
  { after, limit }: { after: number; limit: number },
): Promise<NotedRow[]> {
  const found = await sql<NotedRow>`
    select number, line, notes from ${rows(of)}
    where import_id = ${row.id} and number > ${after} and number < ${row.done_count} and notes <> '[]'
    order by number limit ${limit}`.execute(db)
  return found.rows
}

export async function rememberMapping(
  trx: Kysely<object>,
  { mappings }: ImportTables,
  header: string[],
  mapping: unknown,
): Promise<void> {
  await sql`
    insert into ${sql.table(mappings)} (header_hash, mapping)
    values (${headerHash(header)}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (header_hash) do update set mapping = excluded.mapping`.execute(trx)
}

export async function rememberedMapping<Mapping>(
  db: Kysely<object>,
  { mappings }: ImportTables,
  header: string[],
): Promise<Mapping | null> {
  const found = await sql<{ mapping: Mapping }>`
    select mapping from ${sql.table(mappings)} where header_hash = ${headerHash(header)}`.execute(db)
  return found.rows[0]?.mapping ?? null
}
