import { sql, type Kysely } from 'kysely'
import type { AuditAction } from '#contract/platform/audit-words.ts'
import { newId } from './id.ts'
import { refuse, type Refusal } from './problem.ts'

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

/**
 * Whether a request with other content was recorded under this id: it was changed after its first answer was lost, and sent again.
 * `after`: what this request records.
 */
export async function isRecordedOtherwise<T>(
  trx: Kysely<T>,
  { action, subjectId, after }: Required<Pick<AuditEntry, 'action' | 'subjectId' | 'after'>>,
): Promise<boolean> {
  const found = await sql<{ same: boolean }>`
    select after = ${JSON.stringify(after)}::jsonb as same from audit
    where subject_id = ${subjectId} and action = ${action} order by at limit 1`.execute(trx)
  return found.rows[0]?.same !== true
}

/** Refuses a request whose id was used with other content. `where`: how to find what was saved. */
export function alreadySaved(where: 'page' | 'list'): Refusal {
  return where === 'list'
    ? refuse(
        'already-saved',
        'This was saved when you first sent it, with other details. Find it in the list, and change it there.',
      )
    : refuse(
        'already-saved',
        'This was saved when you first sent it, with other details. Reload the page to see what was saved.',
      )
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
