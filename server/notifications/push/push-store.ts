import { sql, type Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'

export type Subscription = { id: string; endpoint: string; p256dh: string; auth: string }

/** A browser's endpoint belongs to the session that registered it last. */
export async function upsertSubscription<T>(
  db: Kysely<T>,
  owner: { accountId: string; sessionId: string },
  { endpoint, p256dh, auth }: Omit<Subscription, 'id'>,
): Promise<void> {
  await sql`
    insert into push_subscription (id, session_id, account_id, endpoint, p256dh, auth)
    values (${newId()}, ${owner.sessionId}, ${owner.accountId}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (endpoint) do update set session_id = ${owner.sessionId}, account_id = ${owner.accountId},
      p256dh = ${p256dh}, auth = ${auth}`.execute(db)
}

export async function endpointsOfSession<T>(db: Kysely<T>, sessionId: string): Promise<string[]> {
  const found = await sql<{ endpoint: string }>`
    select endpoint from push_subscription where session_id = ${sessionId} order by id limit 20`.execute(db)
  return found.rows.map((row) => row.endpoint)
}

export async function deleteEndpoint<T>(db: Kysely<T>, accountId: string, endpoint: string): Promise<void> {
  await sql`delete from push_subscription where account_id = ${accountId} and endpoint = ${endpoint}`.execute(db)
}

export async function subscriptionsOf<T>(db: Kysely<T>, accountId: string): Promise<Subscription[]> {
  const found = await sql<Subscription>`
    select p.id, p.endpoint, p.p256dh, p.auth from push_subscription p join session s on s.id = p.session_id
    where p.account_id = ${accountId} and s.expires_at > clock_timestamp() limit 20`.execute(db)
  return found.rows
}

export async function deleteSubscription<T>(db: Kysely<T>, id: string): Promise<void> {
  await sql`delete from push_subscription where id = ${id}`.execute(db)
}

/** The setting's stored value, after storing `value` if there is none: of two processes that start at the same time, one creates it. */
export async function keepSetting<T>(db: Kysely<T>, key: string, value: object): Promise<unknown> {
  await sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb) on conflict (key) do nothing`.execute(
    db,
  )
  return readSetting(db, key)
}

export async function readSetting<T>(db: Kysely<T>, key: string): Promise<unknown> {
  const found = await sql<{ value: unknown }>`select value from setting where key = ${key}`.execute(db)
  return found.rows[0]?.value
}
