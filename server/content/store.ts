import { sql, type Kysely } from 'kysely'
import type { ContentVersion } from '#contract/content/edit-content.ts'

/** The versions shown now, by name. The database's clock decides which ones have been published. */
export async function shownVersions<T>(db: Kysely<T>): Promise<ReadonlyMap<string, string | null>> {
  const found = await sql<{ name: string; text: string | null }>`
    select distinct on (name) name, text from content_version v
    where publish_at <= clock_timestamp() and not exists (select 1 from content_cancellation where version_id = v.id)
    order by name, publish_at desc, saved_at desc, id desc`.execute(db)
  return new Map(found.rows.map(({ name, text }) => [name, text]))
}

export type ChangeRow = { name: string; changed_at: number | null; changed_by: string | null; next_at: number | null }

/** Of every text that was ever saved: who changed what is shown, and when the next version comes. */
export async function lastChanges<T>(db: Kysely<T>): Promise<ChangeRow[]> {
  const found = await sql<ChangeRow>`
    with live as (
      select v.*, v.publish_at <= clock_timestamp() as is_out from content_version v
      where not exists (select 1 from content_cancellation where version_id = v.id)
    ), shown as (
      select distinct on (name) name, text, publish_at, saved_by from live where is_out
      order by name, publish_at desc, saved_at desc, id desc
    ), next as (select name, min(publish_at) as at from live where not is_out group by name)
    select coalesce(shown.name, next.name) as name, next.at as next_at,
      case when shown.text is null then null else shown.publish_at end as changed_at,
      case when shown.text is null then null else account.name end as changed_by
    from shown full join next on next.name = shown.name left join account on account.id = shown.saved_by`.execute(db)
  return found.rows
}

const VERSIONS_MAX = 100

/** The versions of a text, newest first. */
export async function versionsOf<T>(db: Kysely<T>, name: string): Promise<ContentVersion[]> {
  const found = await sql<Omit<ContentVersion, 'state'> & { isOut: boolean }>`
    select v.id, v.text, v.publish_at as "publishAt", v.saved_at as "savedAt", a.name as "savedBy",
      c.canceled_at as "canceledAt", v.publish_at <= clock_timestamp() as "isOut"
    from content_version v join account a on a.id = v.saved_by left join content_cancellation c on c.version_id = v.id
    where v.name = ${name} order by v.publish_at desc, v.saved_at desc, v.id desc limit ${VERSIONS_MAX}`.execute(db)
  const shown = found.rows.find(({ isOut, canceledAt }) => isOut && canceledAt === null)
  return found.rows.map(({ isOut, ...version }) => ({
    ...version,
    state:
      version.canceledAt !== null ? 'canceled' : !isOut ? 'scheduled' : version.id === shown?.id ? 'shown' : 'past',
  }))
}

/** An arbitrary lock number that only new versions use; the application may not lock an append-only table against other inserts. */
const LOCK = 7_205_016

export async function lockContent<T>(trx: Kysely<T>): Promise<void> {
  // Locks a number to the end of the transaction: new versions are saved one after the other, and readers don't wait. Of two people who
  // edit the same text, the second is refused, because a newer version than the one they started from exists.
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/** The version of a text that was saved last, or null. */
export async function latestVersion<T>(db: Kysely<T>, name: string): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select id from content_version where name = ${name} order by saved_at desc, id desc limit 1`.execute(db)
  return found.rows[0]?.id ?? null
}

/** `publishAt` null: it was shown when it was saved. */
export async function savedVersion<T>(
  db: Kysely<T>,
  id: string,
): Promise<{ name: string; text: string | null; publishAt: number | null } | undefined> {
  const found = await sql<{ name: string; text: string | null; publishAt: number | null }>`
    select name, text, case when publish_at > saved_at + interval '1 second' then publish_at end as "publishAt"
    from content_version where id = ${id}`.execute(db)
  return found.rows[0]
}

type NewVersion = { id: string; name: string; text: string | null; publishAt: number | null; savedBy: string }

/** `publishAt` null: now. */
export async function insertVersion<T>(trx: Kysely<T>, version: NewVersion): Promise<void> {
  const { id, name, text, publishAt, savedBy } = version
  await sql`
    insert into content_version (id, name, text, publish_at, saved_by)
    select ${id}, ${name}, ${text}, coalesce(to_timestamp(${publishAt}::float8 / 1000.0), clock_timestamp()), ${savedBy}`.execute(
    trx,
  )
}

/** False: it isn't scheduled: unknown, published, or canceled already. */
export async function cancelVersion<T>(trx: Kysely<T>, id: string, name: string, accountId: string): Promise<boolean> {
  const found = await sql`
    insert into content_cancellation (version_id, canceled_by)
    select id, ${accountId} from content_version
    where id = ${id} and name = ${name} and publish_at > clock_timestamp()
    on conflict do nothing returning 1`.execute(trx)
  return found.rows.length > 0
}

/** The version of one text at an instant in ms, null for now: undefined if there was none, null if it was the text of the release. */
export async function versionAt<T>(db: Kysely<T>, name: string, at: number | null): Promise<string | null | undefined> {
  const found = await sql<{ text: string | null }>`
    with moment as (select coalesce(to_timestamp(${at}::float8 / 1000.0), clock_timestamp()) as at)
    select text from content_version v, moment
    where name = ${name} and publish_at <= moment.at and saved_at <= moment.at
      and not exists (select 1 from content_cancellation where version_id = v.id)
    order by publish_at desc, saved_at desc, id desc limit 1`.execute(db)
  return found.rows[0]?.text
}
