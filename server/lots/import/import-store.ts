import { sql, type Kysely } from 'kysely'
import type { RowNote } from '#contract/platform/file-import.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'
import type { ImportRow } from '#server/platform/import/import-kind.ts'

/** The SQL of what imports of vehicles store besides what every import does. */

/** Where the vehicles of this file are offered, and who is having it checked or imported. */
export async function setPlan<T>(
  trx: Kysely<T>,
  id: string,
  { auctionId, begunBy }: { auctionId: string | null; begunBy: string },
): Promise<void> {
  await sql`update vehicle_import set auction_id = ${auctionId}, begun_by = ${begunBy} where id = ${id}`.execute(trx)
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

export type VehicleResult = {
  number: number
  key: string | null
  stockNumber: string | null
  outcome: 'fresh' | 'changed' | 'known' | 'faulty'
  notes: Omit<RowNote, 'line'>[]
  vehicleId: string | null
  /** What a run of this row does to its vehicle, and the lot that it enters. */
  effect: 'made' | 'changed' | null
  lotId: string | null
}

/** Which vehicle each row is. */
export async function noteVehicles<T>(trx: Kysely<T>, id: string, results: VehicleResult[]): Promise<void> {
  const records = results.map(({ number, key, stockNumber, vehicleId, effect, lotId }) => ({
    number,
    key,
    stockNumber,
    vehicleId,
    effect,
    lotId,
  }))
  await sql`
    update vehicle_import_row as row set key = decode(result.key, 'hex'), stock_number = result."stockNumber",
      vehicle_id = result."vehicleId", effect = coalesce(row.effect, result.effect),
      lot_id = coalesce(result."lotId", row.lot_id)
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as result
      (number integer, key text, "stockNumber" text, "vehicleId" uuid, effect text, "lotId" uuid)
    where row.import_id = ${id} and row.number = result.number`.execute(trx)
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

export type Effect = {
  vehicle_id: string
  effect: 'made' | 'changed' | null
  /** The lot that the import entered, if it still exists; and its auction. */
  lot_id: string | null
  auction_id: string | null
  is_published: boolean
  is_edited: boolean
  has_files: boolean
  has_history: boolean
  is_elsewhere: boolean
}

/** The vehicles that an import made, changed or offered. */
export async function effectsOf<T>(db: Kysely<T>, importId: string): Promise<Effect[]> {
  const found = await sql<Effect>`
    select row.vehicle_id, row.effect, lot.id as lot_id, lot.auction_id,
      lot.published_at is not null as is_published, vehicle.import_hash is null as is_edited,
      exists (select 1 from photo where photo.vehicle_id = vehicle.id)
        or exists (select 1 from vehicle_document d where d.vehicle_id = vehicle.id) as has_files,
      exists (select 1 from vehicle_event e where e.vehicle_id = vehicle.id) as has_history,
      exists (select 1 from lot other where other.vehicle_id = vehicle.id and other.id is distinct from row.lot_id) as is_elsewhere
    from vehicle_import_row row join vehicle on vehicle.id = row.vehicle_id left join lot on lot.id = row.lot_id
    where row.import_id = ${importId} and (row.effect is not null or row.lot_id is not null)
    order by row.vehicle_id`.execute(db)
  return found.rows
}

/** The rows of an undone import made nothing, and can be imported again. */
export async function forgetEffects<T>(trx: Kysely<T>, importId: string): Promise<void> {
  await sql`
    update vehicle_import_row set effect = null, lot_id = null, vehicle_id = null, key = null, outcome = null, notes = '[]'
    where import_id = ${importId}`.execute(trx)
  await sql`
    update vehicle_import set state = 'ready', done_count = 0, counts = '{}', finished_at = null
    where id = ${importId}`.execute(trx)
}

/** Deletes draft lots and then vehicles that no other lot holds. Rows of other files that knew them forget them. */
export async function deleteMade<T>(
  trx: Kysely<T>,
  { lotIds, vehicleIds }: { lotIds: string[]; vehicleIds: string[] },
): Promise<void> {
  await sql`delete from lot where id = any(${lotIds}::uuid[]) and published_at is null`.execute(trx)
  await sql`update vehicle_import_row set vehicle_id = null where vehicle_id = any(${vehicleIds}::uuid[])`.execute(trx)
  await sql`delete from vehicle where id = any(${vehicleIds}::uuid[])`.execute(trx)
}
