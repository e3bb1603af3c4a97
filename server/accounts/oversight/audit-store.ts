import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { listAudit } from '#contract/accounts/oversight.ts'
import { actionsSaying } from '#contract/platform/audit-words.ts'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import type { Say } from '#contract/platform/template.ts'
import { onCompanyDays } from '#server/platform/company-days.ts'
import { filledIn } from '#server/platform/language/text.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { COMPANY_TIME_ZONE } from '#server/platform/settings.ts'

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
  columns: sql`u.id, u.at, a.name as by, a.email, u.action, u.subject_kind, u.subject_id, u.before, u.after, u.reason`,
  from: sql.raw('audit u left join account a on a.id = u.actor_id'),
  id: 'u.id',
  sorts: { at: 'u.at' },
  filled: ['at'],
  where({ q = '', action = null, subject = null, from = null, to = null }) {
    return sql`${says(q.trim())}
      and (${action}::text is null or u.action = ${action})
      and (${subject}::text is null or u.subject_kind = ${subject})
      and ${onCompanyDays('u.at', { from, to })}`
  },
}

/** Of a reading only the filter is recorded: a search would find itself. */
const IS_CHANGE = sql`u.action !~ '^(view|export)-'`

/** People search for the words that they see. */
const IN_LANGUAGES = LANGUAGE_CODES.map(
  (language): Say =>
    (template, values) =>
      filledIn(language, template, values),
)

/** Whether a line has what was typed: who, what was done, to what, why, or a value before or after. */
function says(typed: string): RawBuilder<unknown> {
  if (typed === '') return sql`true`
  const like = likeTyped(typed)
  const amounts = amountsIn(typed)
  return sql`(a.name ilike ${like} or u.reason ilike ${like} or u.subject_id ilike ${like} or u.actor_id::text = ${typed}
    or u.action = any(${actionsSaying(typed, IN_LANGUAGES)}::text[])
    or (${IS_CHANGE} and (u.before::text ilike ${like} or u.after::text ilike ${like}))
    or u.subject_id in (
      select id::text from lot where lot_number::text = ${numberIn(typed)} or title ilike ${like}
      union all select id::text from account where (name || ' ' || email) ilike ${like} or paddle::text = ${numberIn(typed)}
      union all select id::text from auction where title ilike ${like}
      union all select id::text from invoice where number ilike ${like} or lot_number::text = ${numberIn(typed)}
      union all select id::text from ticket where reference ilike ${like}
      union all select q.id::text from lot_question q join lot l on l.id = q.lot_id where l.lot_number::text = ${numberIn(typed)})
    or (${IS_CHANGE} and ${amounts}::bigint[] && array(
      select (value #>> '{}')::numeric::bigint from jsonb_path_query(jsonb_build_array(u.before, u.after), '$.** ? (@.type() == "number")') value
      where abs((value #>> '{}')::numeric) < 1e15)))`
}

/** `Lot 1042` and `1042` name a lot, in each language. */
function numberIn(typed: string): string {
  return /^(?:lot|los|lote|paddle|paleta|bieternummer|#)?\s*(\d+)$/i.exec(typed)?.[1] ?? ''
}

/** `$5,000` and `5000.50` in minor units of currencies with cents, and of those without. */
function amountsIn(typed: string): number[] {
  const figures = typed.replace(/^\p{Sc}\s*/u, '').replaceAll(',', '')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(figures)) return []
  const cents = Math.round(Number(figures) * 100)
  return /\./.test(figures) ? [cents] : [cents, Number(figures)]
}

export async function auditKinds<T>(
  db: Kysely<T>,
): Promise<{ actions: string[]; subjects: string[]; timeZone: string }> {
  const found = await sql<{ actions: string[]; subjects: string[]; timeZone: string }>`
    select coalesce(array_agg(distinct action order by action), '{}') as actions,
      coalesce(array_agg(distinct subject_kind order by subject_kind), '{}') as subjects,
      ${COMPANY_TIME_ZONE} as "timeZone"
    from audit`.execute(db)
  return found.rows[0]!
}
