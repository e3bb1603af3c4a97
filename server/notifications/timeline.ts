import { sql } from 'kysely'
import { emailWords } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from '#server/accounts/timeline/timeline.ts'

type Row = { id: string; at: number; kind: string; state: string; subject: string | null }

/** Emails to a person, each with its present state. */
export const emailEvents: TimelineSource = async (db, accountId, before, limit) => {
  const found = await sql<Row>`
    select n.id, n.created_at as at, n.kind, d.state, d.subject
    from notification n join delivery d on d.notification_id = n.id and d.channel = 'mail'
    where n.account_id = ${accountId} and n.created_at < ${before}
    order by n.created_at desc, n.id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, kind, state, subject }) => ({
    id,
    at,
    kind: 'email',
    text: emailWords(state, subject ?? kind.replaceAll('-', ' ')),
    page: null,
  }))
}
