import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listAllQuestions, QuestionFilter } from '#contract/questions.ts'
import { orderBy, pageAt, type Turn } from '#server/membership/turning.ts'
import { QUESTION_COLUMNS, QUESTION_FROM, type QuestionRow } from './store.ts'

export type QuestionSort = QueryOf<typeof listAllQuestions>['sort']

const SORTS: Record<NonNullable<QuestionSort>, RawBuilder<unknown>> = {
  asked: sql.raw('q.asked_at'),
  lot: sql.raw('l.lot_number'),
  person: sql.raw('lower(a.name)'),
  answered: sql.raw('q.answered_at'),
}

function where({ q = '', state = null }: { q?: string | undefined; state?: QuestionFilter['state'] | null }) {
  const typed = q.trim()
  const like = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(${typed} = '' or q.text ilike ${like} or q.answer ilike ${like} or l.title ilike ${like}
      or l.lot_number::text = ${typed} or a.name ilike ${like} or a.email ilike ${like})
    and (${state}::text is null
      or ${state} = case when q.hidden_at is not null then 'hidden' when q.answer is null then 'waiting' else 'answered' end)`
}

/** The newest first, unless said otherwise. */
export async function pageOfQuestions<T>(
  db: Kysely<T>,
  filter: QuestionFilter,
  turn: Turn<QuestionSort>,
): Promise<{ rows: QuestionRow[]; total: number }> {
  const found = await sql<QuestionRow>`
    select ${QUESTION_COLUMNS} ${QUESTION_FROM} where ${where(filter)}
    order by ${orderBy(SORTS[turn.sort ?? 'asked'], turn)}, q.id desc ${pageAt(turn)}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total ${QUESTION_FROM} where ${where(filter)}`.execute(db)
  return { rows: found.rows, total: Number(counted.rows[0]!.total) }
}

export type Place = Pick<QuestionRow, 'id' | 'asked_at'>

/** For a file, page by page: the newest first, those after a place. */
export async function questionsAfter<T>(
  db: Kysely<T>,
  filter: QuestionFilter,
  after: Place | null,
  limit: number,
): Promise<QuestionRow[]> {
  // To the millisecond, as the place is told.
  const asked = sql.raw(`date_trunc('milliseconds', q.asked_at)`)
  const behind =
    after === null ? sql`true` : sql`(${asked}, q.id) < (to_timestamp(${after.asked_at} / 1000.0), ${after.id}::uuid)`
  const found = await sql<QuestionRow>`
    select ${QUESTION_COLUMNS} ${QUESTION_FROM} where ${where(filter)} and ${behind}
    order by ${asked} desc, q.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Questions that nobody has answered or hidden. */
export async function countWaiting<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from lot_question where answer is null and hidden_at is null`.execute(db)
  return Number(found.rows[0]!.total)
}
