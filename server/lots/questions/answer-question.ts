import { withoutContacts } from '#contract/contacts.ts'
import { audit } from '#server/platform/audit.ts'
import { publishWithCommit } from '#server/platform/bus/bus.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { lockQuestion, questionById, storeAnswer, storeHidden, type QuestionRow } from './store.ts'

/** Names a lot of which a question was answered, hidden or shown again. */
export const LOT_QUESTIONS = 'lot-questions'

type Act = { questionId: string; version: number; actorId: string }

/**
 * Answers a question, or puts its answer right; who asked is told. What is answered so already is left. Throws `not-found`; refuses what
 * somebody else has changed meanwhile, and a hidden question.
 */
export async function answerQuestion(house: House, { text, ...act }: Act & { text: string }) {
  return withQuestion(
    house,
    act,
    (row) => row.answer === text,
    async (trx, row) => {
      if (row.hidden_at !== null)
        return refuse('question-hidden', 'This question is hidden. Show it again to answer it.')
      await storeAnswer(trx, row.id, text, act.actorId)
      await audit(trx, {
        actorId: act.actorId,
        act: 'answer-question',
        subjectKind: 'question',
        subjectId: row.id,
        before: { answer: row.answer },
        after: { answer: text, lotNumber: row.lot_number },
      })
      if (row.account_id === null) return null
      const { lot_id: lotId, lot_number: lotNumber, title } = row
      await notify(house, trx, {
        kind: 'question-answered',
        accountId: row.account_id,
        key: `question-answered:${row.id}:${row.version}`,
        facts: { lotId, lotNumber, title, question: withoutContacts(row.text), answer: text },
      })
      return null
    },
  )
}

/** Hides a question with its answer, or shows it again. Throws `not-found`; refuses what somebody else has changed meanwhile. */
export async function hideQuestion(
  house: House,
  { hidden, reason, ...act }: Act & { hidden: boolean; reason: string },
) {
  return withQuestion(
    house,
    act,
    (row) => (row.hidden_at !== null) === hidden,
    async (trx, row) => {
      await storeHidden(trx, row.id, hidden ? reason : null)
      await audit(trx, {
        actorId: act.actorId,
        act: hidden ? 'hide-question' : 'show-question',
        subjectKind: 'question',
        subjectId: row.id,
        before: { hidden: row.hidden_at !== null, reason: row.hidden_reason },
        after: { hidden, lotNumber: row.lot_number },
        reason,
      })
      return null
    },
  )
}

/** `isDone`: it stands as it is wished already, and is answered as it stands. */
async function withQuestion(
  house: House,
  { questionId, version }: Act,
  isDone: (row: QuestionRow) => boolean,
  change: (trx: House['db'], row: QuestionRow) => Promise<Refusal | null>,
): Promise<QuestionRow | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    await lockQuestion(trx, questionId)
    const row = await questionById(trx, questionId)
    if (row === undefined) throw notFound('this question')
    if (isDone(row)) return row
    if (row.version !== version) {
      return refuse('question-changed', 'A colleague has changed this question meanwhile. Look at it again.')
    }
    const refused = await change(trx, row)
    if (refused === null) await publishWithCommit(trx, LOT_QUESTIONS, row.lot_id)
    return refused ?? (await questionById(trx, questionId))!
  })
}
