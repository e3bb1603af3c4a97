import { sql, type Kysely } from 'kysely'
import type { TimelineEntry } from '#contract/accounts/timeline.ts'

type Row = { id: string; at: number; reference: string; subject: string; status: string }

/** What a person wrote to us. */
export async function ticketEvents(
  db: Kysely<object>,
  accountId: string,
  upTo: number,
  limit: number,
): Promise<TimelineEntry[]> {
  const found = await sql<Row>`
    select id, floor(extract(epoch from opened_at) * 1000)::bigint as at, reference, subject, status from ticket
    where account_id = ${accountId} and opened_at < to_timestamp((${upTo}::bigint + 1) / 1000.0)
    order by opened_at desc, id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, reference, subject, status }) => ({
    id,
    at,
    kind: 'ticket',
    text: `Ticket ${reference} (${status}): ${subject}`,
    page: `tickets/${id}`,
  }))
}
