import { sql, type Kysely } from 'kysely'
import type { TimelineEntry } from '#contract/accounts/timeline.ts'

type Row = { id: string; at: number; kind: string; state: string; subject: string | null }

/** Emails to a person, each with its present state. */
export async function emailEvents(
  db: Kysely<object>,
  accountId: string,
  upTo: number,
  limit: number,
): Promise<TimelineEntry[]> {
  const found = await sql<Row>`
    select n.id, floor(extract(epoch from n.created_at) * 1000)::bigint as at, n.kind, d.state, d.subject
    from notification n join delivery d on d.notification_id = n.id and d.channel = 'mail'
    where n.account_id = ${accountId} and n.created_at < to_timestamp((${upTo}::bigint + 1) / 1000.0)
    order by n.created_at desc, n.id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, kind, state, subject }) => ({
    id,
    at,
    kind: 'email',
    text: `Email ${state}: ${subject ?? kind.replaceAll('-', ' ')}`,
    page: null,
  }))
}
