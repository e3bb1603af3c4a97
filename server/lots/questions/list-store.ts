import { sql, type Kysely } from 'kysely'
import type { listAllQuestions } from '#contract/lots/questions.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { QUESTION_COLUMNS, QUESTION_FROM } from './store.ts'

export const QUESTION_LIST: ListSql<typeof listAllQuestions> = {
  columns: QUESTION_COLUMNS,
  from: QUESTION_FROM,
  id: 'q.id',
  sorts: { asked: 'q.asked_at', lot: 'l.lot_number', person: 'lower(a.name)', answered: 'q.answered_at' },
  where({ q = '', state = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or q.text ilike ${like} or q.answer ilike ${like} or l.title ilike ${like}
        or l.lot_number::text = ${typed} or a.name ilike ${like} or a.email ilike ${like})
      and (${state}::text is null
        or ${state} = case when q.hidden_at is not null then 'hidden' when q.answer is null then 'waiting' else 'answered' end)`
  },
}

/** Questions that are neither answered nor hidden. */
export async function countWaiting<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from lot_question where answer is null and hidden_at is null`.execute(db)
  return Number(found.rows[0]!.total)
}
