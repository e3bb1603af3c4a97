import { sql, type Kysely } from 'kysely'
import type { Mail } from '#contract/notifications.ts'
import type { NoticeKind } from '#server/platform/notice.ts'

export type MailRow = {
  id: string
  kind: NoticeKind
  key: string
  sealed: Buffer
  name: string
  email: string
  state: Mail['state']
  tries: number
  created_at: number
  sent_at: number | null
  delivered_at: number | null
  next_try_at: number
  failure: string | null
  recipient: string | null
  subject: string | null
}

const COLUMNS =
  sql.raw(`n.id, n.kind, n.key, n.sealed, a.name, a.email, d.state, d.tries, n.created_at, d.sent_at, d.delivered_at,
  d.next_try_at, d.failure, d.recipient, d.subject`)

const MAILS = sql.raw(
  `delivery d join notification n on n.id = d.notification_id join account a on a.id = n.account_id`,
)

export type MailFilter = { before: string | null; state: Mail['state'] | null; search: string | null; limit: number }

/** Newest first, one more than `limit` where there are more. `search`: part of the reader's address or name. */
export async function findMails<T>(db: Kysely<T>, { before, state, search, limit }: MailFilter): Promise<MailRow[]> {
  const pattern = search === null ? null : `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = await sql<MailRow>`
    select ${COLUMNS} from ${MAILS}
    where d.channel = 'mail' and (${before}::uuid is null or d.notification_id < ${before}::uuid)
    and (${state}::text is null or d.state = ${state})
    and (${pattern}::text is null or coalesce(d.recipient, a.email) ilike ${pattern} or a.name ilike ${pattern})
    order by d.notification_id desc limit ${limit + 1}`.execute(db)
  return found.rows
}

export async function findMail<T>(db: Kysely<T>, id: string): Promise<MailRow | null> {
  const found = await sql<MailRow>`
    select ${COLUMNS} from ${MAILS} where d.channel = 'mail' and d.notification_id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** True where the mail had been given up; it then has as long as a new one. */
export async function queueAgain<T>(trx: Kysely<T>, id: string): Promise<boolean> {
  const found = await sql`
    update delivery set state = 'queued', next_try_at = clock_timestamp(), tries = 0,
      useless_at = greatest(useless_at, clock_timestamp() + interval '3 days')
    where notification_id = ${id} and channel = 'mail' and state = 'failed' returning 1`.execute(trx)
  return found.rows.length > 0
}
