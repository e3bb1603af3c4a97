import { sql } from 'kysely'
import { ticketWords } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from '#server/accounts/timeline/timeline.ts'

type Row = { id: string; at: number; reference: string; subject: string; status: string }

/** What a person wrote to us. */
export const ticketEvents: TimelineSource = async (db, accountId, before, limit) => {
  const found = await sql<Row>`
    select id, opened_at as at, reference, subject, status from ticket
    where account_id = ${accountId} and opened_at < ${before}
    order by opened_at desc, id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, reference, subject, status }) => ({
    id,
    at,
    kind: 'ticket',
    text: ticketWords(reference, status, subject),
    page: `tickets/${id}`,
  }))
}
