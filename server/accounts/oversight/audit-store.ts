import { sql, type Kysely, type RawBuilder } from 'kysely'

export type AuditFilter = {
  q?: string | undefined
  act?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order?: 'up' | 'down' | undefined
}

export type AuditLogRow = {
  id: string
  at: number
  by: string | null
  email: string | null
  act: string
  subject_kind: string
  subject_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

function matching({ q = '', act, subject, from, to }: AuditFilter): RawBuilder<unknown> {
  const typed = q.trim()
  const like = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`
    from audit u left join account a on a.id = u.actor_id
    where (${typed} = '' or a.name ilike ${like} or u.reason ilike ${like} or u.subject_id ilike ${like} or u.actor_id::text = ${typed})
    and (${act ?? null}::text is null or u.act = ${act ?? null})
    and (${subject ?? null}::text is null or u.subject_kind = ${subject ?? null})
    and (${from ?? null}::date is null or u.at >= (${from ?? null}::date)::timestamp at time zone 'UTC')
    and (${to ?? null}::date is null or u.at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')`
}

/** The latest first unless the order says `up`. */
export async function auditRows<T>(
  db: Kysely<T>,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditLogRow[]> {
  const way = sql.raw(filter.order === 'up' ? 'asc' : 'desc')
  const found = await sql<AuditLogRow>`
    select u.id, u.at, a.name as by, a.email, u.act, u.subject_kind, u.subject_id, u.before, u.after, u.reason ${matching(filter)}
    order by u.at ${way}, u.id ${way} limit ${limit} offset ${offset}`.execute(db)
  return found.rows
}

export async function countAudit<T>(db: Kysely<T>, filter: AuditFilter): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) ${matching(filter)}`.execute(db)
  return found.rows[0]!.count
}

export async function auditKinds<T>(db: Kysely<T>): Promise<{ acts: string[]; subjects: string[] }> {
  const found = await sql<{ acts: string[]; subjects: string[] }>`
    select coalesce(array_agg(distinct act order by act), '{}') as acts,
      coalesce(array_agg(distinct subject_kind order by subject_kind), '{}') as subjects
    from audit`.execute(db)
  return found.rows[0]!
}
