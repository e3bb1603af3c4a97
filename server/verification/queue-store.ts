import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listVerifications } from '#contract/verification.ts'
import { sharesAny } from '#server/accounts/identifiers/identifiers.ts'
import { orderBy, pageAt, type Turn } from '#server/membership/turning.ts'
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

/** One place in the order of a list. */
export type Mark = { at: number; id: string }

/** `sharedOnly`: people alone whose document, card or device is also on another account. */
export type CaseFilter = { state: CaseState; search: string | null; sharedOnly: boolean }

export type Wanted = CaseFilter & { after: Mark | null; limit: number }

/** For a file: waiting ones by age, decided ones by the decision, the latest first. */
export async function casesIn<T>(
  db: Kysely<T>,
  { state, search, sharedOnly, after, limit }: Wanted,
): Promise<CaseRow[]> {
  const waiting = state === 'submitted'
  const at = waiting ? sql`c.submitted_at` : sql`c.decided_at`
  const from =
    after === null
      ? sql``
      : sql`and (date_trunc('milliseconds', ${at}), c.id) ${waiting ? sql`>` : sql`<`}
          (to_timestamp(${after.at} / 1000.0), ${after.id}::uuid)`
  const order = waiting
    ? sql`date_trunc('milliseconds', c.submitted_at), c.id`
    : sql`date_trunc('milliseconds', c.decided_at) desc, c.id desc`
  const found = await sql<CaseRow>`
    select ${COLUMNS} from verification_case c join account a on a.id = c.account_id
    where c.state = ${state} and ${matches(search)} and ${shares(sharedOnly)} ${from} order by ${order} limit ${limit}`.execute(
    db,
  )
  return found.rows
}

export type CaseSort = QueryOf<typeof listVerifications>['sort']

const SORTS: Record<NonNullable<CaseSort>, RawBuilder<unknown>> = {
  person: sql.raw('lower(a.name)'),
  country: sql.raw('a.country'),
  kind: sql.raw('c.kind'),
  submitted: sql.raw('c.submitted_at'),
  decided: sql.raw('c.decided_at'),
  reviewer: sql.raw('(select lower(r.name) from account r where r.id = c.decided_by)'),
}

/** One page of the list, turned by number. */
export async function pageOfCases<T>(
  db: Kysely<T>,
  { state, search, sharedOnly }: CaseFilter,
  turn: Turn<CaseSort>,
): Promise<CaseRow[]> {
  const waiting = state === 'submitted'
  const { sort = waiting ? 'submitted' : 'decided', order = turn.sort === undefined && !waiting ? 'down' : 'up' } = turn
  const found = await sql<CaseRow>`
    select ${COLUMNS} from verification_case c join account a on a.id = c.account_id
    where c.state = ${state} and ${matches(search)} and ${shares(sharedOnly)}
    order by ${orderBy(SORTS[sort], { sort, order })}, c.submitted_at, c.id ${pageAt(turn)}`.execute(db)
  return found.rows
}

export async function countIn<T>(db: Kysely<T>, { state, search, sharedOnly }: CaseFilter): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from verification_case c join account a on a.id = c.account_id
    where c.state = ${state} and ${matches(search)} and ${shares(sharedOnly)}`.execute(db)
  return found.rows[0]!.count
}

function shares(sharedOnly: boolean) {
  return sharedOnly ? sharesAny(sql.raw('c.account_id')) : sql`true`
}

function matches(search: string | null) {
  if (search === null || search === '') return sql`true`
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(a.name ilike ${pattern} or a.email ilike ${pattern})`
}

export async function caseById<T>(db: Kysely<T>, id: string): Promise<CaseRow | null> {
  const found = await sql<CaseRow>`
    select ${COLUMNS} from verification_case c join account a on a.id = c.account_id where c.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}
