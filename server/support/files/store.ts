import { sql, type Kysely } from 'kysely'
import type { TicketFile } from '#contract/support/support.ts'

/** `sealed_key`: null for a file that was stored in clear before files were encrypted. */
export type FileRow = TicketFile & { message_id: string | null; storage_name: string; sealed_key: Buffer | null }

const COLUMNS = sql.raw('f.id, f.message_id, f.name, f.type, f.size, f.storage_name, f.sealed_key')

export async function insertFile<T>(db: Kysely<T>, row: Omit<FileRow, 'message_id'>): Promise<void> {
  await sql`
    insert into ticket_file (id, name, type, size, storage_name, sealed_key)
    values (${row.id}, ${row.name}, ${row.type}, ${row.size}, ${row.storage_name}, ${row.sealed_key})`.execute(db)
}

/** Attaches uploads to a message. Returns how many were still free: each belongs to one message only. */
export async function attachFiles<T>(trx: Kysely<T>, messageId: string, ids: readonly string[]): Promise<number> {
  const found = await sql`
    update ticket_file set message_id = ${messageId} where id = any(${[...ids]}::uuid[]) and message_id is null
    returning 1`.execute(trx)
  return found.rows.length
}

export async function filesOfMessages<T>(db: Kysely<T>, messageIds: string[]): Promise<FileRow[]> {
  const found = await sql<FileRow>`
    select ${COLUMNS} from ticket_file f where f.message_id = any(${messageIds}::uuid[]) order by f.added_at, f.id`.execute(
    db,
  )
  return found.rows
}

export async function fileById<T>(db: Kysely<T>, id: string): Promise<FileRow | undefined> {
  return (await sql<FileRow>`select ${COLUMNS} from ticket_file f where f.id = ${id}`.execute(db)).rows[0]
}

/** A file of a thread, except files of its notes. */
export async function fileInThread<T>(db: Kysely<T>, id: string, ticketId: string): Promise<FileRow | undefined> {
  const found = await sql<FileRow>`
    select ${COLUMNS} from ticket_file f join ticket_message m on m.id = f.message_id join ticket t on t.id = m.ticket_id
    where f.id = ${id} and not m.is_note and ${ticketId} in (t.id, t.merged_into)`.execute(db)
  return found.rows[0]
}

/** Uploads that no message used within the hour. */
export async function deleteUnsent<T>(db: Kysely<T>): Promise<void> {
  await sql`
    delete from ticket_file where message_id is null and added_at < clock_timestamp() - interval '1 hour'`.execute(db)
}

/** The given storage names that belong to an attachment. */
export async function knownNames<T>(db: Kysely<T>, names: string[]): Promise<Set<string>> {
  const found = await sql<{ name: string }>`
    select storage_name as name from ticket_file where storage_name = any(${names}::text[])`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}

/** Files that are still stored in clear; a few at a time. */
export async function plainFiles<T>(db: Kysely<T>): Promise<FileRow[]> {
  const found = await sql<FileRow>`
    select ${COLUMNS} from ticket_file f where f.sealed_key is null order by f.id limit 50`.execute(db)
  return found.rows
}

/** False: the file was deleted, or sealed by another process, since it was read. */
export async function storeSealed<T>(db: Kysely<T>, id: string, name: string, sealedKey: Buffer): Promise<boolean> {
  const found = await sql`
    update ticket_file set storage_name = ${name}, sealed_key = ${sealedKey} where id = ${id} and sealed_key is null
    returning 1`.execute(db)
  return found.rows.length > 0
}
