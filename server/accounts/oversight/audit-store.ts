import { sql, type Kysely } from 'kysely'
import type { listAudit } from '#contract/accounts/oversight.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'

export type AuditLogRow = {
  id: string
  at: number
  by: string | null
  email: string | null
  action: string
  subject_kind: string
  subject_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

export const AUDIT_LIST: ListSql<typeof listAudit> = {
  columns: sql.raw(
    'u.id, u.at, a.name as by, a.email, u.action, u.subject_kind, u.subject_id, u.before, u.after, u.reason',
  ),
  from: sql.raw('audit u left join account a on a.id = u.actor_id'),
  id: 'u.id',
  sorts: { at: 'u.at' },
  where({ q = '', action = null, subject = null, from = null, to = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or a.name ilike ${like} or u.reason ilike ${like} or u.subject_id ilike ${like}
        or u.actor_id::text = ${typed})
      and (${action}::text is null or u.action = ${action})
      and (${subject}::text is null or u.subject_kind = ${subject})
      and (${from}::date is null or u.at >= (${from}::date)::timestamp at time zone 'UTC')
      and (${to}::date is null or u.at < (${to}::date + 1)::timestamp at time zone 'UTC')`
  },
}

export async function auditKinds<T>(db: Kysely<T>): Promise<{ actions: string[]; subjects: string[] }> {
  const found = await sql<{ actions: string[]; subjects: string[] }>`
    select coalesce(array_agg(distinct action order by action), '{}') as actions,
      coalesce(array_agg(distinct subject_kind order by subject_kind), '{}') as subjects
    from audit`.execute(db)
  return found.rows[0]!
}
