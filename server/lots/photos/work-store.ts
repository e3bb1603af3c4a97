import { sql, type Kysely } from 'kysely'
import type { PhotoWorkerFault, SourceKind } from '#server/platform/images/photo-worker.ts'

/** The SQL of processing photos, and of the photo storage's contents. */

export type ClaimedRow = {
  id: string
  vehicle_id: string
  source_name: string | null
  source_kind: SourceKind | null
  rotation: number
  shown_name: string | null
  tries: number
}

/** Claims for `claimMs` the longest-waiting photo that no process works on; undefined if there is none. */
export async function claimWaiting<T>(db: Kysely<T>, claimMs: number): Promise<ClaimedRow | undefined> {
  // Locks one waiting row for the length of this statement, skipping those that another process claims at this moment. The time written
  // into it keeps other processes away; a crashed process's claim expires.
  const found = await sql<ClaimedRow>`
    update photo set claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond', tries = tries + 1
    where id = (
      select id from photo
      where state = 'waiting' and (claimed_until is null or claimed_until < clock_timestamp())
      order by requested_at, id limit 1 for update skip locked)
    returning id, vehicle_id, source_name, source_kind, rotation, shown_name, tries`.execute(db)
  return found.rows[0]
}

export async function keepClaim<T>(db: Kysely<T>, id: string, claimMs: number): Promise<void> {
  await sql`
    update photo set claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond'
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** Releases the claim, for another try after `laterMs`. */
export async function releaseClaim<T>(db: Kysely<T>, id: string, laterMs: number): Promise<void> {
  await sql`
    update photo set claimed_until = clock_timestamp() + ${laterMs} * interval '1 millisecond'
    where id = ${id}`.execute(db)
}

export type Ready = { name: string; width: number; height: number; placeholder: string; sourceName: string | null }

/** False if it no longer waits with this rotation: it was deleted, or rotated again meanwhile. */
export async function setReady<T>(trx: Kysely<T>, claimed: ClaimedRow, ready: Ready): Promise<boolean> {
  const { name, width, height, placeholder, sourceName } = ready
  const done = await sql`
    update photo set state = 'ready', failure = null, shown_name = ${name}, width = ${width}, height = ${height},
      placeholder = ${placeholder}, shown_rotation = rotation, claimed_until = null,
      source_name = coalesce(${sourceName}::text, source_name),
      source_kind = case when ${sourceName}::text is null then source_kind else 'master' end
    where id = ${claimed.id} and state = 'waiting' and rotation = ${claimed.rotation}
      and source_name is not distinct from ${claimed.source_name}
    returning 1`.execute(trx)
  return done.rows.length > 0
}

export async function setFailed<T>(db: Kysely<T>, id: string, failure: PhotoWorkerFault): Promise<void> {
  await sql`
    update photo set state = 'failed', failure = ${failure}, claimed_until = null
    where id = ${id} and state = 'waiting'`.execute(db)
}

export type PhotoFile = { name: string; width: number; format: string; storageName: string }

export async function insertFiles<T>(trx: Kysely<T>, files: PhotoFile[]): Promise<void> {
  if (files.length === 0) return
  const rows = sql.join(files.map((file) => sql`(${file.name}, ${file.width}, ${file.format}, ${file.storageName})`))
  await sql`
    insert into photo_file (name, width, format, storage_name) values ${rows} on conflict do nothing`.execute(trx)
}

/** The file served under that name and width, else the next narrower one stored. */
export async function findFile<T>(db: Kysely<T>, name: string, width: number, format: string): Promise<string | null> {
  const found = await sql<{ storage_name: string }>`
    select storage_name from photo_file where name = ${name} and format = ${format} and width <= ${width}
    order by width desc limit 1`.execute(db)
  return found.rows[0]?.storage_name ?? null
}

export async function namesPlaced<T>(db: Kysely<T>): Promise<Set<string>> {
  const found = await sql<{ file: string }>`select name || '-' || width as file from photo_file`.execute(db)
  return new Set(found.rows.map(({ file }) => file))
}

/** Records files that are no longer shown. Pictures placed ready-made are shared by many vehicles and stay. */
export async function noteLeft<T>(db: Kysely<T>): Promise<void> {
  await sql`
    update photo_file set left_at = clock_timestamp()
    where left_at is null and name ~ '^[0-9a-f]{32}$'
      and not exists (select 1 from photo where shown_name = photo_file.name)`.execute(db)
}

/** Forgets files left for that long; the sweep then finds them as orphans. */
export async function forgetLeft<T>(db: Kysely<T>, forMs: number): Promise<void> {
  await sql`
    delete from photo_file where left_at < clock_timestamp() - ${forMs} * interval '1 millisecond'`.execute(db)
}

/** The given names that belong to a row. */
export async function knownNames<T>(db: Kysely<T>, names: string[]): Promise<Set<string>> {
  const found = await sql<{ name: string }>`
    select storage_name as name from photo_file where storage_name = any(${names}::text[])
    union select source_name from photo where source_name = any(${names}::text[])`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}
