import { sql, type Kysely } from 'kysely'
import type { AuditAction } from '#contract/platform/audit-words.ts'
import { newId } from './id.ts'

export type AuditEntry = {
  actorId: string
  /** A verb with its object, such as `change-account`; it has words in `audit-words.ts`. */
  action: AuditAction
  subjectKind: string
  subjectId: string
  before?: object
  after?: object
  reason?: string | null
}

/** Records an administrative action, or a view of an identity document, in the same transaction. */
export async function audit<T>(trx: Kysely<T>, entry: AuditEntry): Promise<void> {
  const before = entry.before === undefined ? null : JSON.stringify(entry.before)
  const after = entry.after === undefined ? null : JSON.stringify(entry.after)
  await sql`
    insert into audit (id, actor_id, action, subject_kind, subject_id, before, after, reason)
    values (${newId()}, ${entry.actorId}, ${entry.action}, ${entry.subjectKind}, ${entry.subjectId}, ${before}::jsonb, ${after}::jsonb,
      ${entry.reason ?? null})`.execute(trx)
}
