import { sql, type Kysely } from 'kysely'
import type { LotDocument, LotDocumentKind } from '#contract/lots/lot-documents.ts'

export type DocumentRow = {
  id: string
  vehicle_id: string
  kind: LotDocumentKind
  name: string
  type: LotDocument['type']
  size: number
  storage_name: string
  added_at: number
  added_by: string | null
}

const COLUMNS = sql.raw(
  `d.id, d.vehicle_id, d.kind, d.name, d.type, d.size, d.storage_name, d.added_at, a.name as added_by`,
)
const FROM = sql.raw('from vehicle_document d left join account a on a.id = d.added_by')

export async function lockVehicle<T>(trx: Kysely<T>, vehicleId: string): Promise<boolean> {
  // Locks the vehicle's row to the end of the transaction, but not against readers or foreign keys: its documents are counted by one
  // transaction at a time, and if a file is sent twice concurrently the second finds the first.
  const found = await sql`select 1 from vehicle where id = ${vehicleId} for no key update`.execute(trx)
  return found.rows.length > 0
}

export async function isVehicle<T>(db: Kysely<T>, vehicleId: string): Promise<boolean> {
  return (await sql`select 1 from vehicle where id = ${vehicleId}`.execute(db)).rows.length > 0
}

/** The vehicle in a published lot; undefined: there is no such lot. */
export async function vehicleInLot<T>(db: Kysely<T>, lotId: string): Promise<string | undefined> {
  const found = await sql<{ vehicle_id: string }>`
    select vehicle_id from lot where id = ${lotId} and published_at is not null`.execute(db)
  return found.rows[0]?.vehicle_id
}

/** In the order in which they were added. */
export async function documentsOf<T>(db: Kysely<T>, vehicleId: string): Promise<DocumentRow[]> {
  const found = await sql<DocumentRow>`
    select ${COLUMNS} ${FROM} where d.vehicle_id = ${vehicleId} order by d.added_at, d.id`.execute(db)
  return found.rows
}

export async function documentById<T>(db: Kysely<T>, id: string): Promise<DocumentRow | undefined> {
  return (await sql<DocumentRow>`select ${COLUMNS} ${FROM} where d.id = ${id}`.execute(db)).rows[0]
}

export async function documentByContent<T>(
  db: Kysely<T>,
  vehicleId: string,
  hash: Buffer,
): Promise<DocumentRow | undefined> {
  const found = await sql<DocumentRow>`
    select ${COLUMNS} ${FROM} where d.vehicle_id = ${vehicleId} and d.content_hash = ${hash}`.execute(db)
  return found.rows[0]
}

export type NewDocument = Pick<
  DocumentRow,
  'id' | 'vehicle_id' | 'kind' | 'name' | 'type' | 'size' | 'storage_name'
> & {
  hash: Buffer
  actorId: string
}

export async function insertDocument<T>(trx: Kysely<T>, row: NewDocument): Promise<void> {
  await sql`
    insert into vehicle_document (id, vehicle_id, kind, name, type, size, content_hash, storage_name, added_by)
    values (${row.id}, ${row.vehicle_id}, ${row.kind}, ${row.name}, ${row.type}, ${row.size}, ${row.hash}, ${row.storage_name},
      ${row.actorId})`.execute(trx)
}

/** Undefined: it was already deleted. */
export async function removeDocument<T>(
  trx: Kysely<T>,
  id: string,
): Promise<Omit<DocumentRow, 'added_by'> | undefined> {
  const gone = await sql<Omit<DocumentRow, 'added_by'>>`
    delete from vehicle_document where id = ${id}
    returning id, vehicle_id, kind, name, type, size, storage_name, added_at`.execute(trx)
  return gone.rows[0]
}

/** The given storage names that belong to a document. */
export async function knownNames<T>(db: Kysely<T>, names: string[]): Promise<Set<string>> {
  const found = await sql<{ name: string }>`
    select storage_name as name from vehicle_document where storage_name = any(${names}::text[])`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}
