import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { WaitingWork, WorkKind } from '#contract/reporting/work.ts'

/** What each kind counts: its table and condition, in the words of the list it links to, and since when the oldest waits. */
const COUNTED: Record<WorkKind, { from: RawBuilder<unknown>; since: RawBuilder<unknown> }> = {
  documents: { from: sql`verification_case where state = 'submitted'`, since: sql`min(submitted_at)` },
  risks: {
    from: sql`risk_case c where not exists (select 1 from risk_dismissal d where d.case_id = c.id)`,
    since: sql`min(found_at)`,
  },
  negotiations: {
    from: sql`standing where negotiation_due_at_ms is not null and status = 'reserve-not-met'`,
    since: sql`null::timestamptz`,
  },
  questions: { from: sql`lot_question where answer is null and hidden_at is null`, since: sql`min(asked_at)` },
  tickets: {
    from: sql`ticket where waiting_since is not null and merged_into is null`,
    since: sql`min(waiting_since)`,
  },
  transfers: {
    from: sql`bank_line where remaining > 0`,
    since: sql`min(created_at)`,
  },
  refunds: { from: sql`refund where state in ('by-hand', 'failed')`, since: sql`min(created_at)` },
  disputes: { from: sql`dispute where state in ('inquiry', 'open') and not evidence_sent`, since: sql`min(opened_at)` },
  emails: {
    from: sql`delivery where channel = 'mail' and state = 'failed'`,
    since: sql`min(sent_at)`,
  },
  jobs: { from: sql`outbox where dead`, since: sql`min(created_at)` },
}

/** The work of these kinds, counted in one statement. */
export async function countWork<T>(db: Kysely<T>, kinds: readonly WorkKind[]): Promise<WaitingWork[]> {
  const counts = kinds.map(
    (kind) =>
      sql`select ${kind}::text as kind, count(*)::int as count, ${COUNTED[kind].since} as since from ${COUNTED[kind].from}`,
  )
  const found = await sql<WaitingWork>`${sql.join(counts, sql` union all `)}`.execute(db)
  const rowOf = new Map(found.rows.map((row) => [row.kind, row]))
  return kinds.flatMap((kind) => rowOf.get(kind) ?? [])
}
