import { sql, type Kysely } from 'kysely'

type Row = { lot_number: number; asked_at: number; text: string; answer: string | null; answered_at: number | null }

/** A person's questions about lots, with the answers. */
export async function exportQuestionsOf(db: Kysely<object>, accountId: string): Promise<object[]> {
  const found = await sql<Row>`
    select l.lot_number, q.asked_at, q.text, q.answer, q.answered_at
    from lot_question q join lot l on l.id = q.lot_id where q.account_id = ${accountId} order by q.asked_at, q.id`.execute(
    db,
  )
  return found.rows.map(({ lot_number: lotNumber, asked_at: askedAt, text, answer, answered_at: answeredAt }) => ({
    lotNumber,
    askedAt: new Date(askedAt).toISOString(),
    text,
    answer,
    answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
  }))
}

/** Questions others can read stay, without an author; unanswered and hidden ones are deleted. */
export async function forgetQuestions(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`
    delete from lot_question where account_id = ${accountId} and (answer is null or hidden_at is not null)`.execute(trx)
  await sql`update lot_question set account_id = null where account_id = ${accountId}`.execute(trx)
}
