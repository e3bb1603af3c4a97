import { sql, type Kysely } from 'kysely'
import { QUESTIONS_SHOWN_MAX } from '#contract/lots/questions.ts'

/** A question with its subject. Instants in ms. */
export type QuestionRow = {
  id: string
  lot_id: string
  lot_number: number
  title: string
  account_id: string | null
  person: string | null
  text: string
  asked_at: number
  answer: string | null
  answered_at: number | null
  answered_by: string | null
  hidden_at: number | null
  hidden_reason: string | null
  version: number
}

export const QUESTION_FROM = sql.raw(
  `lot_question q join lot l on l.id = q.lot_id left join account a on a.id = q.account_id
   left join account s on s.id = q.answered_by`,
)
export const QUESTION_COLUMNS = sql.raw(
  `q.id, q.lot_id, l.lot_number, l.title, q.account_id, a.name || ', ' || a.email as person, q.text, q.asked_at, q.answer, q.answered_at,
   s.name as answered_by, q.hidden_at, q.hidden_reason, q.version`,
)

/** The questions this person may see: answered ones and all their own; their unanswered ones first, then the latest answers. */
export async function questionsOf<T>(db: Kysely<T>, lotId: string, accountId: string): Promise<QuestionRow[]> {
  const found = await sql<QuestionRow>`
    select ${QUESTION_COLUMNS} from ${QUESTION_FROM}
    where q.lot_id = ${lotId} and ((q.answer is not null and q.hidden_at is null) or q.account_id = ${accountId})
    order by q.answered_at desc nulls first, q.asked_at desc, q.id limit ${QUESTIONS_SHOWN_MAX}`.execute(db)
  return found.rows
}

export async function questionById<T>(db: Kysely<T>, id: string): Promise<QuestionRow | undefined> {
  const found = await sql<QuestionRow>`select ${QUESTION_COLUMNS} from ${QUESTION_FROM} where q.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Whether bidding on a published lot is over; undefined: there is no such lot. */
export async function lotEnded<T>(db: Kysely<T>, lotId: string): Promise<boolean | undefined> {
  const found = await sql<{ ended: boolean }>`
    select closed_at is not null as ended from lot where id = ${lotId} and published_at is not null`.execute(db)
  return found.rows[0]?.ended
}

type NewQuestion = { id: string; lotId: string; accountId: string; text: string }

/** Leaves an existing id unchanged. */
export async function insertQuestion<T>(db: Kysely<T>, { id, lotId, accountId, text }: NewQuestion): Promise<void> {
  await sql`
    insert into lot_question (id, lot_id, account_id, text) values (${id}, ${lotId}, ${accountId}, ${text})
    on conflict (id) do nothing`.execute(db)
}

export async function lockQuestion<T>(trx: Kysely<T>, id: string): Promise<void> {
  // Locks the question's row to the end of the transaction: of two concurrent changes, the second sees the first.
  await sql`select 1 from lot_question where id = ${id} for update`.execute(trx)
}

export async function storeAnswer<T>(trx: Kysely<T>, id: string, answer: string, actorId: string): Promise<void> {
  await sql`
    update lot_question set answer = ${answer}, answered_at = clock_timestamp(), answered_by = ${actorId}, version = version + 1
    where id = ${id}`.execute(trx)
}

/** `reason` null: the question is shown again. */
export async function storeHidden<T>(trx: Kysely<T>, id: string, reason: string | null): Promise<void> {
  await sql`
    update lot_question set hidden_at = case when ${reason}::text is null then null else clock_timestamp() end,
      hidden_reason = ${reason}, version = version + 1
    where id = ${id}`.execute(trx)
}
