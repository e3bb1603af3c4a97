import { sql } from 'kysely'
import { DOCUMENT_DECISIONS, DOCUMENT_SENT } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from '#server/accounts/timeline/timeline.ts'
import type { CASE_STATES } from '#contract/verification/verification.ts'

type State = (typeof CASE_STATES)[number]
type Row = { id: string; state: State; note: string | null; at: number; is_decision: boolean }

/** A person's identity documents: when each was sent, and what was decided. */
export const documentEvents: TimelineSource = async (db, accountId, before, limit) => {
  const found = await sql<Row>`
    select id, state, note, moment as at, is_decision from (
      select id, state, note, submitted_at as moment, false as is_decision from verification_case where account_id = ${accountId}
      union all
      select id, state, note, decided_at, true from verification_case
      where account_id = ${accountId} and decided_at is not null) moments
    where moment < ${before} order by moment desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, state, note, at, is_decision: isDecision }) => ({
    id: `${id}-${isDecision ? 'decided' : 'sent'}`,
    at,
    kind: 'document',
    text: isDecision ? `${DOCUMENT_DECISIONS[state]}${note === null ? '' : `. ${note}`}` : DOCUMENT_SENT,
    page: null,
  }))
}
