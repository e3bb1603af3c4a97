import { sql, type Kysely } from 'kysely'
import type { listMails, Mail } from '#contract/notifications/mails.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import type { NoticeKind } from '#server/platform/notices.ts'

export type MailRow = {
  id: string
  kind: NoticeKind
  key: string
  sealed: Buffer
  /** Empty for an address without an account: then the sealed part contains it. */
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
  sql.raw(`n.id, n.kind, n.key, n.sealed, coalesce(a.name, '') as name, coalesce(a.email, '') as email, d.state, d.tries, n.created_at, d.sent_at, d.delivered_at,
  d.next_try_at, d.failure, d.recipient, d.subject`)

const MAILS = sql.raw(
  `delivery d join notification n on n.id = d.notification_id left join account a on a.id = n.account_id`,
)

export const MAIL_LIST: ListSql<typeof listMails> = {
  columns: COLUMNS,
  from: MAILS,
  id: 'd.notification_id',
  sorts: {},
  where({ q = '', state = null }) {
    const like = likeTyped(q.trim())
    return sql`d.channel = 'mail' and (${state}::text is null or d.state = ${state})
      and (${q.trim()} = '' or coalesce(d.recipient, a.email) ilike ${like} or a.name ilike ${like})`
  },
}

export async function findMail<T>(db: Kysely<T>, id: string): Promise<MailRow | null> {
  const found = await sql<MailRow>`
    select ${COLUMNS} from ${MAILS} where d.channel = 'mail' and d.notification_id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** True when the email had failed for good; it is then retried for as long as a new one. */
export async function queueAgain<T>(trx: Kysely<T>, id: string): Promise<boolean> {
  const found = await sql`
    update delivery set state = 'queued', next_try_at = clock_timestamp(), tries = 0,
      useless_at = greatest(useless_at, clock_timestamp() + interval '3 days')
    where notification_id = ${id} and channel = 'mail' and state = 'failed' returning 1`.execute(trx)
  return found.rows.length > 0
}

/** Whether a mail server accepted any test email. */
export async function wasTestMailSent<T>(db: Kysely<T>): Promise<boolean> {
  const found = await sql`
    select 1 from notification n join delivery d on d.notification_id = n.id
    where n.kind = 'test-email' and d.channel = 'mail' and d.state = 'sent' limit 1`.execute(db)
  return found.rows.length > 0
}
