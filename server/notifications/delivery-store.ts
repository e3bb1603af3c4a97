import { sql, type Kysely } from 'kysely'
import type { Language } from '#contract/platform/languages.ts'
import type { NoticeKind } from '#server/platform/notices.ts'
import type { Channel } from './kinds.ts'

/** A delivery that is claimed by this process until the claim expires. */
export type Claim = {
  id: string
  /** Null: for an address without an account. */
  accountId: string | null
  kind: NoticeKind
  key: string
  sealed: Buffer
  name: string
  email: string
  language: Language
  tries: number
  isUseless: boolean
  /** The request that caused the notice. */
  requestId: string | null
}

/** How long a claim lasts, in seconds: longer than any try. */
const CLAIM_S = 60

export async function claimDue<T>(db: Kysely<T>, channel: Channel, limit: number): Promise<Claim[]> {
  // Locks due deliveries that no other process is claiming, for the length of this statement. Setting the next try after the claim gives
  // them to this process alone; if it dies, they become due again then.
  const found = await sql<Claim>`
    with due as materialized (
      select notification_id from delivery
      where channel = ${channel} and state = 'queued' and next_try_at <= clock_timestamp()
      order by urgent desc, next_try_at limit ${limit} for update skip locked),
    claimed as (
      update delivery d set tries = tries + 1, next_try_at = clock_timestamp() + ${CLAIM_S} * interval '1 second'
      from due where d.notification_id = due.notification_id and d.channel = ${channel}
      returning d.notification_id, d.tries, d.useless_at <= clock_timestamp() as useless, d.urgent)
    select n.id, n.account_id as "accountId", n.kind, n.key, n.sealed, coalesce(a.name, '') as name, coalesce(a.email, '') as email,
      coalesce(a.language, 'en') as language, c.tries, c.useless as "isUseless",
      n.request_id as "requestId"
    from claimed c join notification n on n.id = c.notification_id left join account a on a.id = n.account_id
    order by c.urgent desc, n.id`.execute(db)
  return found.rows
}

/** The result of an accepted delivery; instants in ms. */
export type Accepted = { sentAt: number; deliveredAt: number; recipient?: string; subject?: string }

export async function noteSent<T>(db: Kysely<T>, id: string, channel: Channel, accepted: Accepted): Promise<void> {
  await sql`
    update delivery set state = 'sent', failure = null, sent_at = to_timestamp(${accepted.sentAt} / 1000.0),
      delivered_at = to_timestamp(${accepted.deliveredAt} / 1000.0), recipient = ${accepted.recipient ?? null},
      subject = ${accepted.subject ?? null}
    where notification_id = ${id} and channel = ${channel}`.execute(db)
}

/** Ends a delivery without another try. */
export async function noteFailed<T>(db: Kysely<T>, id: string, channel: Channel, failure: string): Promise<void> {
  await sql`
    update delivery set state = 'failed', failure = ${failure}
    where notification_id = ${id} and channel = ${channel} and state = 'queued'`.execute(db)
}

const LAST_WORD = 'It couldn’t be delivered in time.'

/** Retries later, unless the notice is no longer useful by then. */
export async function scheduleRetry<T>(
  db: Kysely<T>,
  id: string,
  channel: Channel,
  delayMs: number,
  failure: string,
): Promise<void> {
  const delay = sql`${delayMs} * interval '1 millisecond'`
  await sql`
    update delivery set next_try_at = clock_timestamp() + ${delay},
      state = case when clock_timestamp() + ${delay} < useless_at then 'queued' else 'failed' end,
      failure = case when clock_timestamp() + ${delay} < useless_at then ${failure} else ${`${LAST_WORD} ${failure}`} end
    where notification_id = ${id} and channel = ${channel} and state = 'queued'`.execute(db)
}
