import { sql, type Kysely } from 'kysely'

export type CaseRow = {
  id: string
  account_id: string
  name: string
  email: string
  country: string
  kind: 'passport' | 'driving-licence' | 'national-card'
  state: 'submitted' | 'approved' | 'rejected'
  note: string | null
  submitted_at: number
  sides: ('front' | 'back')[]
}

export type FileRow = {
  case_id: string
  side: 'front' | 'back'
  storage_name: string
  sealed_key: Buffer
  bytes: number
}

const COLUMNS = sql.raw(`c.id, c.account_id, a.name, a.email, a.country, c.kind, c.state, c.note, c.submitted_at,
  array(select f.side from verification_file f where f.case_id = c.id order by f.side desc) as sides`)

/** When it was submitted, by the database's clock, in ms. */
export async function insertCase<T>(
  trx: Kysely<T>,
  id: string,
  accountId: string,
  kind: CaseRow['kind'],
): Promise<number> {
  const inserted = await sql<{ submitted_at: number }>`
    insert into verification_case (id, account_id, kind, state) values (${id}, ${accountId}, ${kind}, 'submitted')
    returning submitted_at`.execute(trx)
  return inserted.rows[0]!.submitted_at
}

export async function insertFile<T>(trx: Kysely<T>, file: FileRow): Promise<void> {
  await sql`
    insert into verification_file (case_id, side, storage_name, sealed_key, bytes)
    values (${file.case_id}, ${file.side}, ${file.storage_name}, ${file.sealed_key}, ${file.bytes})`.execute(trx)
}

export async function casesIn<T>(db: Kysely<T>, state: CaseRow['state'], limit: number): Promise<CaseRow[]> {
  const found = await sql<CaseRow>`
    select ${COLUMNS} from verification_case c join account a on a.id = c.account_id
    where c.state = ${state} order by ${state === 'submitted' ? sql`c.submitted_at` : sql`c.decided_at desc`} limit ${limit}`.execute(
    db,
  )
  return found.rows
}

export async function caseById<T>(db: Kysely<T>, id: string): Promise<CaseRow | null> {
  const found = await sql<CaseRow>`
    select ${COLUMNS} from verification_case c join account a on a.id = c.account_id where c.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the case to the end of the transaction: it is decided once, whoever decides. */
export async function lockCase<T>(
  trx: Kysely<T>,
  id: string,
): Promise<{ account_id: string; state: CaseRow['state'] } | null> {
  const found = await sql<{ account_id: string; state: CaseRow['state'] }>`
    select account_id, state from verification_case where id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

export async function setDecided<T>(
  trx: Kysely<T>,
  id: string,
  state: 'approved' | 'rejected',
  note: string | null,
  by: string,
  keepDays: number,
): Promise<void> {
  await sql`
    update verification_case set state = ${state}, note = ${note}, decided_by = ${by}, decided_at = clock_timestamp(),
      delete_files_at = clock_timestamp() + ${keepDays} * interval '1 day'
    where id = ${id}`.execute(trx)
}

export async function fileOf<T>(db: Kysely<T>, caseId: string, side: string): Promise<FileRow | null> {
  const found =
    await sql<FileRow>`select * from verification_file where case_id = ${caseId} and side = ${side}`.execute(db)
  return found.rows[0] ?? null
}

export async function expiredFiles<T>(db: Kysely<T>): Promise<FileRow[]> {
  const found = await sql<FileRow>`
    select f.* from verification_file f join verification_case c on c.id = f.case_id
    where c.delete_files_at <= clock_timestamp() limit 200`.execute(db)
  return found.rows
}

/** Those of the names that a case has. */
export async function knownNames<T>(db: Kysely<T>, names: string[]): Promise<Set<string>> {
  const found = await sql<{ storage_name: string }>`
    select storage_name from verification_file where storage_name = any(${names}::text[])`.execute(db)
  return new Set(found.rows.map((row) => row.storage_name))
}

export async function deleteFile<T>(db: Kysely<T>, caseId: string, side: string): Promise<void> {
  await sql`delete from verification_file where case_id = ${caseId} and side = ${side}`.execute(db)
}
