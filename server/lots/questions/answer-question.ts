import { withoutContacts } from '#contract/lots/contacts.ts'
import { audit } from '#server/platform/audit.ts'
import { publishWithCommit } from '#server/platform/bus/bus.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { lockQuestion, questionById, storeAnswer, storeHidden, type QuestionRow } from './store.ts'

/** Bus topic: a question of the lot was answered, hidden or shown again. */
export const LOT_QUESTIONS = 'lot-questions'

type Action = { questionId: string; version: number; actorId: string }

/**
 * Answers a question, or corrects its answer; the person who asked is notified. An identical answer changes nothing. Throws `not-found`;
 * refuses a hidden question and one that someone else has changed meanwhile.
 */
export async function answerQuestion(app: App, { text, ...action }: Action & { text: string }) {
  return withQuestion(
    app,
    action,
    (row) => row.answer === text,
    async (trx, row) => {
      if (row.hidden_at !== null)
        return refuse('question-hidden', 'This question is hidden. Show it again to answer it.')
      await storeAnswer(trx, row.id, text, action.actorId)
      await audit(trx, {
        actorId: action.actorId,
        action: 'answer-question',
        subjectKind: 'question',
        subjectId: row.id,
        before: { answer: row.answer },
        after: { answer: text, lotNumber: row.lot_number },
      })
      if (row.account_id === null) return null
      const { lot_id: lotId, lot_number: lotNumber, title } = row
      await notify(app, trx, {
        kind: 'question-answered',
        accountId: row.account_id,
        key: `question-answered:${row.id}:${row.version}`,
        facts: { lotId, lotNumber, title, question: withoutContacts(row.text), answer: text },
      })
      return null
    },
  )
}

/** Hides a question with its answer, or shows it again. Throws `not-found`; refuses one that someone else has changed meanwhile. */
export async function hideQuestion(
  app: App,
  { hidden, reason, ...action }: Action & { hidden: boolean; reason: string },
) {
  return withQuestion(
    app,
    action,
    (row) => (row.hidden_at !== null) === hidden,
    async (trx, row) => {
      await storeHidden(trx, row.id, hidden ? reason : null)
      await audit(trx, {
        actorId: action.actorId,
        action: hidden ? 'hide-question' : 'show-question',
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

/** `isDone`: the question is already as requested, and is returned unchanged. */
async function withQuestion(
  app: App,
  { questionId, version }: Action,
  isDone: (row: QuestionRow) => boolean,
  change: (trx: App['db'], row: QuestionRow) => Promise<Refusal | null>,
): Promise<QuestionRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    await lockQuestion(trx, questionId)
    const row = await questionById(trx, questionId)
    if (row === undefined) throw notFound('this question')
    if (isDone(row)) return row
    if (row.version !== version) {
      return refuse('question-changed', 'A colleague changed this question in the meantime. Reload it and try again.')
    }
    const refused = await change(trx, row)
    if (refused === null) await publishWithCommit(trx, LOT_QUESTIONS, row.lot_id)
    return refused ?? (await questionById(trx, questionId))!
  })
}
