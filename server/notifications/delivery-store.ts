import { sql, type Kysely } from 'kysely'
import type { NoticeKind } from '#server/platform/notice.ts'
import type { Channel } from './kinds.ts'

/** A delivery that this process holds until its claim ends. */
export type Claim = {
  id: string
  accountId: string
  kind: NoticeKind
  key: string
  sealed: Buffer
  name: string
  email: string
  tries: number
  isUseless: boolean
  /** The request that the notice comes from. */
  requestId: string | null
}

/** How long a claim lasts: longer than any try may take. */
const CLAIM_S = 60

export async function claimDue<T>(db: Kysely<T>, channel: Channel, limit: number): Promise<Claim[]> {
  // Locks due deliveries that no other process is claiming, for the length of this statement. Putting the next try after the claim
  // gives them to this process alone; if it dies, they are due again then.
  const found = await sql<Claim>`
    with due as materialized (
      select notification_id from delivery
      where channel = ${channel} and state = 'queued' and next_try_at <= clock_timestamp()
      order by urgent desc, next_try_at limit ${limit} for update skip locked),
    claimed as (
      update delivery d set tries = tries + 1, next_try_at = clock_timestamp() + ${CLAIM_S} * interval '1 second'
      from due where d.notification_id = due.notification_id and d.channel = ${channel}
      returning d.notification_id, d.tries, d.useless_at <= clock_timestamp() as useless, d.urgent)
    select n.id, n.account_id as "accountId", n.kind, n.key, n.sealed, a.name, a.email, c.tries, c.useless as "isUseless",
      n.request_id as "requestId"
    from claimed c join notification n on n.id = c.notification_id join account a on a.id = n.account_id
    order by c.urgent desc, n.id`.execute(db)
  return found.rows
}

/** What is known of a delivery that was accepted; instants in ms. */
export type Accepted = { sentAt: number; deliveredAt: number; recipient?: string; subject?: string }

export async function noteSent<T>(db: Kysely<T>, id: string, channel: Channel, accepted: Accepted): Promise<void> {
  await sql`
    update delivery set state = 'sent', failure = null, sent_at = to_timestamp(${accepted.sentAt} / 1000.0),
      delivered_at = to_timestamp(${accepted.deliveredAt} / 1000.0), recipient = ${accepted.recipient ?? null},
      subject = ${accepted.subject ?? null}
    where notification_id = ${id} and channel = ${channel}`.execute(db)
}

/** Will not be tried again. */
export async function noteFailed<T>(db: Kysely<T>, id: string, channel: Channel, failure: string): Promise<void> {
  await sql`
    update delivery set state = 'failed', failure = ${failure}
    where notification_id = ${id} and channel = ${channel} and state = 'queued'`.execute(db)
}

const LAST_WORD = 'It could not be delivered while it was of use.'

/** Tried again after a while, unless it is of no use any more by then. */
export async function putOff<T>(
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
