import { sql, type Kysely } from 'kysely'
import type { RowNote } from '#contract/platform/file-import.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'
import type { ImportRow } from '#server/platform/import/import-kind.ts'

/** The SQL of what imports of vehicles store besides what every import does. */

export type Outcome = 'fresh' | 'changed' | 'known' | 'faulty'

/** Where the vehicles of this file are offered. */
export async function setAuction<T>(trx: Kysely<T>, id: string, auctionId: string | null): Promise<void> {
  await sql`update vehicle_import set auction_id = ${auctionId} where id = ${id}`.execute(trx)
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
  outcome: Outcome
  notes: Omit<RowNote, 'line'>[]
  vehicleId: string | null
}

/** Which vehicle each row is. */
export async function noteVehicles<T>(trx: Kysely<T>, id: string, results: VehicleResult[]): Promise<void> {
  const records = results.map(({ number, key, stockNumber, vehicleId }) => ({ number, key, stockNumber, vehicleId }))
  await sql`
    update vehicle_import_row as row set key = decode(result.key, 'hex'), stock_number = result."stockNumber",
      vehicle_id = result."vehicleId"
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as result
      (number integer, key text, "stockNumber" text, "vehicleId" uuid)
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
