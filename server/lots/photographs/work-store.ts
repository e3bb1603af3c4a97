import { sql, type Kysely } from 'kysely'
import type { DarkroomFault, SourceKind } from './darkroom.ts'

/** The SQL of making photographs ready, and of what lies in the photo storage. */

export type ClaimedRow = {
  id: string
  vehicle_id: string
  source_name: string | null
  source_kind: SourceKind | null
  rotation: number
  shown_name: string | null
  tries: number
}

/** The photograph that waits longest and that nobody works on, for `claimMs`; undefined where there is none. */
export async function claimWaiting<T>(db: Kysely<T>, claimMs: number): Promise<ClaimedRow | undefined> {
  // Locks one waiting row for the length of this statement, passing over those that another process claims at this moment. The time
  // written into it keeps everybody else away; a process that dies lets it run out.
  const found = await sql<ClaimedRow>`
    update photograph set claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond', tries = tries + 1
    where id = (
      select id from photograph
      where state = 'waiting' and (claimed_until is null or claimed_until < clock_timestamp())
      order by requested_at, id limit 1 for update skip locked)
    returning id, vehicle_id, source_name, source_kind, rotation, shown_name, tries`.execute(db)
  return found.rows[0]
}

export async function keepClaim<T>(db: Kysely<T>, id: string, claimMs: number): Promise<void> {
  await sql`
    update photograph set claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond'
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** Given back at once, for another try later. */
export async function releaseClaim<T>(db: Kysely<T>, id: string, laterMs: number): Promise<void> {
  await sql`
    update photograph set claimed_until = clock_timestamp() + ${laterMs} * interval '1 millisecond'
    where id = ${id}`.execute(db)
}

export type Ready = { name: string; width: number; height: number; placeholder: string; sourceName: string | null }

/** False when it is not waiting so any more: deleted, or turned again meanwhile. */
export async function setReady<T>(trx: Kysely<T>, claimed: ClaimedRow, ready: Ready): Promise<boolean> {
  const { name, width, height, placeholder, sourceName } = ready
  const done = await sql`
    update photograph set state = 'ready', failure = null, shown_name = ${name}, width = ${width}, height = ${height},
      placeholder = ${placeholder}, shown_rotation = rotation, claimed_until = null,
      source_name = coalesce(${sourceName}::text, source_name),
      source_kind = case when ${sourceName}::text is null then source_kind else 'master' end
    where id = ${claimed.id} and state = 'waiting' and rotation = ${claimed.rotation}
      and source_name is not distinct from ${claimed.source_name}
    returning 1`.execute(trx)
  return done.rows.length > 0
}

export async function setFailed<T>(db: Kysely<T>, id: string, failure: DarkroomFault): Promise<void> {
  await sql`
    update photograph set state = 'failed', failure = ${failure}, claimed_until = null
    where id = ${id} and state = 'waiting'`.execute(db)
}

export type PhotoFile = { name: string; width: number; format: string; storageName: string }

export async function insertFiles<T>(trx: Kysely<T>, files: PhotoFile[]): Promise<void> {
  if (files.length === 0) return
  const rows = sql.join(files.map((file) => sql`(${file.name}, ${file.width}, ${file.format}, ${file.storageName})`))
  await sql`
    insert into photo_file (name, width, format, storage_name) values ${rows} on conflict do nothing`.execute(trx)
}

/** What is served of that name: of that width, else of the next narrower one that is kept. */
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

/** Notes what nothing shows any more. Pictures placed ready-made are shown by many vehicles, and stay. */
export async function noteLeft<T>(db: Kysely<T>): Promise<void> {
  await sql`
    update photo_file set left_at = clock_timestamp()
    where left_at is null and name ~ '^[0-9a-f]{32}$'
      and not exists (select 1 from photograph where shown_name = photo_file.name)`.execute(db)
}

/** Forgets what was left for so long; their files are found as orphans. */
export async function forgetLeft<T>(db: Kysely<T>, forMs: number): Promise<void> {
  await sql`
    delete from photo_file where left_at < clock_timestamp() - ${forMs} * interval '1 millisecond'`.execute(db)
}

/** Those of the names that a row has. */
export async function knownNames<T>(db: Kysely<T>, names: string[]): Promise<Set<string>> {
  const found = await sql<{ name: string }>`
    select storage_name as name from photo_file where storage_name = any(${names}::text[])
    union select source_name from photograph where source_name = any(${names}::text[])`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}
