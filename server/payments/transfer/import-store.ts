import { sql, type Kysely } from 'kysely'
import type { BankImport, BankMapping, RowFault } from '#contract/payments/transfers.ts'
import { newId } from '#server/platform/id.ts'

export type ImportRow = {
  id: string
  file_name: string
  file_hash: Buffer
  part_count: number
  state: BankImport['state']
  mapping: BankMapping | null
  row_count: number
  done_count: number
  imported: number
  known: number
  ignored: number
  matched: number
  outgoing: number
  other_currency: number
  faults: RowFault[]
  created_at: number
  finished_at: number | null
  /** Numbers of the parts that have arrived. */
  arrived: number[]
}

const COLUMNS = sql.raw(`i.id, i.file_name, i.file_hash, i.part_count, i.state, i.mapping, i.row_count, i.done_count,
  i.imported, i.known, i.ignored, i.matched, i.outgoing, i.other_currency, i.faults, i.created_at, i.finished_at,
  array(select p.number from bank_import_part p where p.import_id = i.id order by p.number) as arrived`)

/** The import of that file: new or existing. */
export async function openImport<T>(
  db: Kysely<T>,
  file: { actorId: string; fileName: string; hash: Buffer; partCount: number },
): Promise<ImportRow> {
  await sql`
    insert into bank_import (id, actor_id, file_name, file_hash, part_count)
    values (${newId()}, ${file.actorId}, ${file.fileName}, ${file.hash}, ${file.partCount})
    on conflict (file_hash) do nothing`.execute(db)
  // Another browser split the file differently: the parts that arrived don't match the rest.
  await sql`
    with changed as (
      update bank_import set part_count = ${file.partCount}
      where file_hash = ${file.hash} and state = 'receiving' and part_count <> ${file.partCount} returning id)
    delete from bank_import_part where import_id in (select id from changed)`.execute(db)
  const found = await sql<ImportRow>`
    select ${COLUMNS} from bank_import i where i.file_hash = ${file.hash}`.execute(db)
  return found.rows[0]!
}

export async function importById<T>(db: Kysely<T>, id: string): Promise<ImportRow | null> {
  const found = await sql<ImportRow>`select ${COLUMNS} from bank_import i where i.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the import to the end of the transaction, so that its parts and its progress are counted one after the other. */
export async function lockImport<T>(trx: Kysely<T>, id: string): Promise<ImportRow | null> {
  await sql`select 1 from bank_import where id = ${id} for update`.execute(trx)
  return importById(trx, id)
}

/** A running import that no other process works on, or null. */
export async function claimRunning<T>(trx: Kysely<T>): Promise<ImportRow | null> {
  // Locks one running import that no other process has locked, to the end of the transaction: only this process takes its next rows.
  const claimed = await sql<{ id: string }>`
    select id from bank_import where state = 'running' order by created_at limit 1 for update skip locked`.execute(trx)
  const [row] = claimed.rows
  return row === undefined ? null : importById(trx, row.id)
}

export async function putPart<T>(trx: Kysely<T>, importId: string, number: number, text: string): Promise<void> {
  await sql`
    insert into bank_import_part (import_id, number, text) values (${importId}, ${number}, ${text})
    on conflict (import_id, number) do update set text = excluded.text`.execute(trx)
}

export async function dropParts<T>(trx: Kysely<T>, importId: string): Promise<void> {
  await sql`delete from bank_import_part where import_id = ${importId}`.execute(trx)
}

/** The file's text as far as it has arrived. */
export async function textOf<T>(db: Kysely<T>, importId: string): Promise<string> {
  const found = await sql<{ text: string }>`
    select text from bank_import_part where import_id = ${importId} order by number`.execute(db)
  return found.rows.map(({ text }) => text).join('')
}

export async function setReady<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`update bank_import set state = 'ready' where id = ${id}`.execute(trx)
}

export async function setRunning<T>(trx: Kysely<T>, id: string, mapping: BankMapping, rowCount: number): Promise<void> {
  await sql`
    update bank_import set state = 'running', mapping = ${JSON.stringify(mapping)}::jsonb, row_count = ${rowCount}
    where id = ${id} and state = 'ready'`.execute(trx)
}

export type Progress = {
  done: number
  imported: number
  known: number
  ignored: number
  matched: number
  outgoing: number
  otherCurrency: number
  faults: RowFault[]
}

export async function addProgress<T>(trx: Kysely<T>, id: string, progress: Progress): Promise<void> {
  await sql`
    update bank_import set done_count = done_count + ${progress.done}, imported = imported + ${progress.imported},
      known = known + ${progress.known}, ignored = ignored + ${progress.ignored}, matched = matched + ${progress.matched},
      outgoing = outgoing + ${progress.outgoing}, other_currency = other_currency + ${progress.otherCurrency},
      faults = faults || ${JSON.stringify(progress.faults)}::jsonb
    where id = ${id}`.execute(trx)
}

/** The text is no longer needed, and contains people's names and accounts. */
export async function setDone<T>(trx: Kysely<T>, id: string): Promise<void> {
  await dropParts(trx, id)
  await sql`update bank_import set state = 'done', finished_at = clock_timestamp() where id = ${id}`.execute(trx)
}

export async function rememberMapping<T>(trx: Kysely<T>, headerHash: Buffer, mapping: BankMapping): Promise<void> {
  await sql`
    insert into bank_mapping (header_hash, mapping) values (${headerHash}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (header_hash) do update set mapping = excluded.mapping`.execute(trx)
}

export async function rememberedMapping<T>(db: Kysely<T>, headerHash: Buffer): Promise<BankMapping | null> {
  const found = await sql<{ mapping: BankMapping }>`
    select mapping from bank_mapping where header_hash = ${headerHash}`.execute(db)
  return found.rows[0]?.mapping ?? null
}
