import { sql, type Kysely } from 'kysely'
import type { CASE_STATES, DOCUMENT_KINDS, DOCUMENT_SIDES } from '#contract/verification/verification.ts'

export type CaseState = (typeof CASE_STATES)[number]
export type Kind = (typeof DOCUMENT_KINDS)[number]
export type Side = (typeof DOCUMENT_SIDES)[number]

export type FileRow = {
  case_id: string
  side: Side
  page: number
  storage_name: string
  sealed_key: Buffer
  bytes: number
}

export type NewCase = {
  id: string
  accountId: string
  kind: Kind
  upload: { id: string; mac: Buffer } | null
}

/** When it was submitted, by the database's clock, in ms. */
export async function insertCase<T>(trx: Kysely<T>, { id, accountId, kind, upload }: NewCase): Promise<number> {
  const inserted = await sql<{ submitted_at: number }>`
    insert into verification_case (id, account_id, kind, state, upload_id, upload_mac)
    values (${id}, ${accountId}, ${kind}, 'submitted', ${upload?.id ?? null}, ${upload?.mac ?? null})
    returning submitted_at`.execute(trx)
  return inserted.rows[0]!.submitted_at
}

export async function insertFile<T>(trx: Kysely<T>, file: FileRow): Promise<void> {
  await sql`
    insert into verification_file (case_id, side, page, storage_name, sealed_key, bytes)
    values (${file.case_id}, ${file.side}, ${file.page}, ${file.storage_name}, ${file.sealed_key}, ${file.bytes})`.execute(
    trx,
  )
}

export async function caseExists<T>(db: Kysely<T>, id: string): Promise<boolean> {
  const found = await sql`select 1 from verification_case where id = ${id}`.execute(db)
  return found.rows.length > 0
}

export type UploadRow = { kind: Kind; submitted_at: number; upload_mac: Buffer }

/** The case that this upload of the person opened, in any state. */
export async function caseOfUpload<T>(db: Kysely<T>, accountId: string, uploadId: string): Promise<UploadRow | null> {
  const found = await sql<UploadRow>`
    select kind, submitted_at, upload_mac from verification_case
    where account_id = ${accountId} and upload_id = ${uploadId}`.execute(db)
  return found.rows[0] ?? null
}

export async function isRejectedFinally<T>(db: Kysely<T>, accountId: string): Promise<boolean> {
  const found = await sql`
    select 1 from verification_case where account_id = ${accountId} and state = 'rejected-finally' limit 1`.execute(db)
  return found.rows.length > 0
}

export type LastCaseRow = {
  kind: Kind
  state: CaseState
  note: string | null
  submitted_at: number
  decided_at: number | null
}

export async function lastCaseOf<T>(db: Kysely<T>, accountId: string): Promise<LastCaseRow | null> {
  const found = await sql<LastCaseRow>`
    select kind, state, note, submitted_at, decided_at from verification_case
    where account_id = ${accountId} order by submitted_at desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

export type LockedCase = { account_id: string; state: CaseState; decided_by: string | null; reviewer: string | null }

export async function lockCase<T>(trx: Kysely<T>, id: string): Promise<LockedCase | null> {
  // Locks the case to the end of the transaction: of two reviewers who decide simultaneously, the second waits here and then sees the
  // decision of the first.
  const found = await sql<LockedCase>`
    select c.account_id, c.state, c.decided_by, (select a.name from account a where a.id = c.decided_by) as reviewer
    from verification_case c where c.id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

export async function setDecided<T>(
  trx: Kysely<T>,
  id: string,
  { state, note, by, keepDays }: { state: CaseState; note: string | null; by: string; keepDays: number },
): Promise<void> {
  await sql`
    update verification_case set state = ${state}, note = ${note}, decided_by = ${by}, decided_at = clock_timestamp(),
      delete_files_at = clock_timestamp() + ${keepDays} * interval '1 day'
    where id = ${id}`.execute(trx)
}

export async function fileOf<T>(db: Kysely<T>, caseId: string, side: Side, page: number): Promise<FileRow | null> {
  const found = await sql<FileRow>`
    select * from verification_file where case_id = ${caseId} and side = ${side} and page = ${page}`.execute(db)
  return found.rows[0] ?? null
}

/** Withdraws open cases of people who closed their account: their files no longer need to be stored. */
export async function withdrawOfClosed<T>(db: Kysely<T>): Promise<void> {
  await sql`
    update verification_case c set state = 'withdrawn', decided_at = clock_timestamp(), delete_files_at = clock_timestamp()
    from account a where a.id = c.account_id and a.account_status = 'closed' and c.state = 'submitted'`.execute(db)
}

/** Returns at most 200; repeat until the result is empty. */
export async function expiredFiles<T>(db: Kysely<T>): Promise<FileRow[]> {
  const found = await sql<FileRow>`
    select f.* from verification_file f join verification_case c on c.id = f.case_id
    where c.delete_files_at <= clock_timestamp() limit 200`.execute(db)
  return found.rows
}

/** The names that belong to a case. */
export async function knownNames<T>(db: Kysely<T>, names: string[]): Promise<Set<string>> {
  const found = await sql<{ storage_name: string }>`
    select storage_name from verification_file where storage_name = any(${names}::text[])`.execute(db)
  return new Set(found.rows.map((row) => row.storage_name))
}

export async function deleteFile<T>(db: Kysely<T>, { storage_name: name }: FileRow): Promise<void> {
  await sql`delete from verification_file where storage_name = ${name}`.execute(db)
}
