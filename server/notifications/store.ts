import { sql, type Kysely } from 'kysely'
import { currentRequestId } from '#server/platform/for-request.ts'
import type { NoticeKind } from '#server/platform/notices.ts'
import type { Channel, Ways } from './kinds.ts'

/** `id`: who reads it. `hasBrowser`: a browser of theirs takes push messages. */
export type Reader = {
  id: string
  status: 'active' | 'suspended' | 'closed'
  hasBrowser: boolean
  choices: Map<NoticeKind, Ways>
}

/**
 * Accounts with their settings for these kinds, by the account that was named; accounts that do not exist are omitted. What concerns an
 * account that was merged into another is read there.
 */
export async function readReaders<T>(
  db: Kysely<T>,
  accountIds: string[],
  kinds: NoticeKind[],
): Promise<Map<string, Reader>> {
  type Row = Ways & {
    named: string
    id: string
    account_status: Reader['status']
    has_browser: boolean
    kind: NoticeKind | null
  }
  const found = await sql<Row>`
    select own.id as named, a.id, a.account_status,
      exists (select from push_subscription p where p.account_id = a.id) as has_browser, c.kind, c.mail, c.push, c.page
    from account own join account a on a.id = coalesce(own.merged_into, own.id)
    left join notification_choice c on c.account_id = a.id and c.kind = any(${kinds}::text[])
    where own.id = any(${accountIds}::uuid[])`.execute(db)
  const readers = new Map<string, Reader>()
  for (const { named, id, account_status: status, has_browser: hasBrowser, kind, ...ways } of found.rows) {
    const reader = readers.get(named) ?? { id, status, hasBrowser, choices: new Map<NoticeKind, Ways>() }
    readers.set(named, reader)
    if (kind !== null) reader.choices.set(kind, ways)
  }
  return readers
}

export type NewNotification = {
  id: string
  /** Null: for an address without an account. */
  accountId: string | null
  kind: NoticeKind
  key: string
  sealed: Buffer
  inPage: boolean
  channels: Channel[]
  urgent: boolean
  /** In ms. */
  uselessAt: number
}

/** Stores notices with new keys, with their deliveries. Returns how many were stored. */
export async function insertNotifications<T>(trx: Kysely<T>, all: NewNotification[]): Promise<number> {
  const ways = all.flatMap(({ id, channels, urgent, uselessAt }) =>
    channels.map((channel) => ({ id, channel, urgent, uselessAt })),
  )
  const found = await sql`
    with fresh as (
      insert into notification (id, account_id, kind, key, sealed, in_page, request_id)
      select each.*, ${currentRequestId()}::text from unnest(${all.map((each) => each.id)}::uuid[], ${all.map((each) => each.accountId)}::uuid[],
        ${all.map((each) => each.kind)}::text[], ${all.map((each) => each.key)}::text[],
        ${all.map((each) => each.sealed)}::bytea[], ${all.map((each) => each.inPage)}::boolean[]) each
      on conflict (key) do nothing returning id),
    queued as (
      insert into delivery (notification_id, channel, urgent, useless_at)
      select d.id, d.channel, d.urgent, to_timestamp(d.useless_at / 1000.0)
      from unnest(${ways.map((way) => way.id)}::uuid[], ${ways.map((way) => way.channel)}::text[],
        ${ways.map((way) => way.urgent)}::boolean[], ${ways.map((way) => way.uselessAt)}::bigint[])
        d (id, channel, urgent, useless_at)
      join fresh on fresh.id = d.id)
    select id from fresh`.execute(trx)
  return found.rows.length
}

export type NotificationRow = {
  id: string
  kind: NoticeKind
  sealed: Buffer
  created_at: number
  read_at: number | null
  mail_state: 'queued' | 'sent' | 'failed' | null
  sent_at: number | null
  delivered_at: number | null
}

/** A person's list, newest first; one more than `limit` when there are more. */
export async function findNotifications<T>(
  db: Kysely<T>,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<NotificationRow[]> {
  const found = await sql<NotificationRow>`
    select n.id, n.kind, n.sealed, n.created_at, n.read_at, d.state as mail_state, d.sent_at, d.delivered_at
    from notification n left join delivery d on d.notification_id = n.id and d.channel = 'mail'
    where n.account_id = ${accountId} and n.in_page and (${before}::uuid is null or n.id < ${before}::uuid)
    order by n.id desc limit ${limit + 1}`.execute(db)
  return found.rows
}

/** Counts at most {@link UNREAD_MAX}, the most the bell shows. */
export async function countUnreadOf<T>(db: Kysely<T>, accountId: string): Promise<number> {
  const found = await sql<{ unread: number }>`
    select count(*) as unread from (
      select 1 from notification where account_id = ${accountId} and in_page and read_at is null
      limit ${UNREAD_MAX}) as counted`.execute(db)
  return found.rows[0]?.unread ?? 0
}

const UNREAD_MAX = 1000

export async function kindAndReader<T>(
  db: Kysely<T>,
  id: string,
): Promise<{ kind: NoticeKind; accountId: string } | null> {
  const found = await sql<{ kind: NoticeKind; accountId: string }>`
    select kind, account_id as "accountId" from notification where id = ${id} and account_id is not null`.execute(db)
  return found.rows[0] ?? null
}

/** Marks the given notices, and all up to one. Other people's ids change nothing. */
export async function setRead<T>(db: Kysely<T>, accountId: string, ids: string[], upTo: string | null): Promise<void> {
  await sql`
    update notification set read_at = clock_timestamp()
    where account_id = ${accountId} and in_page and read_at is null
    and (id = any(${ids}::uuid[]) or id <= ${upTo}::uuid)`.execute(db)
}

export async function upsertChoice<T>(
  db: Kysely<T>,
  accountId: string,
  kind: NoticeKind,
  { mail, push, page }: Ways,
): Promise<void> {
  await sql`
    insert into notification_choice (account_id, kind, mail, push, page)
    values (${accountId}, ${kind}, ${mail}, ${push}, ${page})
    on conflict (account_id, kind) do update set mail = ${mail}, push = ${push}, page = ${page}`.execute(db)
}

/** Deletes notices after 180 days; secret links and notices of closed accounts after 7. Returns how many were deleted, at most `limit`. */
export async function deleteOld<T>(db: Kysely<T>, limit: number): Promise<number> {
  const gone = await sql`
    delete from notification where id in (
      select id from notification
      where created_at < clock_timestamp() - interval '180 days'
      or (kind in ('email-confirmation', 'password-reset', 'staff-invitation') and created_at < clock_timestamp() - interval '7 days')
      or account_id in (select id from account where closed_at < clock_timestamp() - interval '7 days')
      limit ${limit})`.execute(db)
  await sql`delete from ending_told where at < clock_timestamp() - interval '30 days'`.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
