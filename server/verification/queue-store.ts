import { sql, type Kysely } from 'kysely'
import type { listVerifications } from '#contract/verification/verification.ts'
import { sharesAny } from '#server/accounts/identifiers/identifiers.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import type { CaseState, Kind, Side } from './store.ts'

export type CaseRow = {
  id: string
  account_id: string
  name: string
  email: string
  country: string
  kind: Kind
  state: CaseState
  note: string | null
  submitted_at: number
  decided_at: number | null
  reviewer: string | null
  pictures: { side: Side; page: number }[]
  /** `decided_at` in ms. */
  earlier: { state: CaseState; note: string | null; decided_at: number | null }[]
}

const EARLIER_MAX = 5

const COLUMNS = sql`c.id, c.account_id, a.name, a.email, a.country, c.kind, c.state, c.note, c.submitted_at, c.decided_at,
  (select r.name from account r where r.id = c.decided_by) as reviewer,
  (select coalesce(jsonb_agg(jsonb_build_object('side', f.side, 'page', f.page) order by f.side desc, f.page), '[]')
     from verification_file f where f.case_id = c.id) as pictures,
  (select coalesce(jsonb_agg(e order by e.submitted_at desc), '[]') from (
     select b.state, b.note, b.submitted_at, floor(extract(epoch from b.decided_at) * 1000)::bigint as decided_at
     from verification_case b where b.account_id = c.account_id and b.submitted_at < c.submitted_at
     order by b.submitted_at desc limit ${sql.raw(String(EARLIER_MAX))}) e) as earlier`

const FROM = sql.raw('verification_case c join account a on a.id = c.account_id')

export const CASE_LIST: ListSql<typeof listVerifications> = {
  columns: COLUMNS,
  from: FROM,
  id: 'c.id',
  idOrder: 'asc',
  sorts: {
    person: 'lower(a.name)',
    country: 'a.country',
    kind: 'c.kind',
    submitted: 'c.submitted_at',
    decided: 'c.decided_at',
    reviewer: '(select lower(r.name) from account r where r.id = c.decided_by)',
  },
  order: ({ state = 'submitted' }) =>
    state === 'submitted' ? [{ by: 'c.submitted_at', way: 'asc' }] : [{ by: 'c.decided_at', way: 'desc' }],
  where({ state = 'submitted', q = '', shared }) {
    const like = likeTyped(q.trim())
    return sql`c.state = ${state} and (${q.trim()} = '' or a.name ilike ${like} or a.email ilike ${like})
      and ${shared === 'only' ? sharesAny(sql.raw('c.account_id')) : sql`true`}`
  },
}

export async function caseById<T>(db: Kysely<T>, id: string): Promise<CaseRow | null> {
  const found = await sql<CaseRow>`
    select ${COLUMNS} from ${FROM} where c.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}
