import type { FastifyInstance } from 'fastify'
import {
  answerQuestion as answerEndpoint,
  askQuestion,
  hideQuestion as hideEndpoint,
  listAllQuestions,
  listQuestions,
} from '#contract/lots/questions.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, Refusal, rateLimited, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { answerQuestion, hideQuestion } from './answer-question.ts'
import { countWaiting, QUESTION_LIST } from './list-store.ts'
import { presentQuestion, presentStaffQuestion } from './present.ts'
import { lotEnded, questionsOf, type QuestionRow, insertQuestion, questionById } from './store.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'

/** A burst of five questions, then one every five minutes. */
const PER_PERSON = { burst: 5, perSecond: 1 / 300 }
const RETRY_AFTER_S = 300

type Asked = { questionId: string; lotId: string; accountId: string; text: string }

/**
 * Accepts a question about a lot. The same id again is the same question and counts once. Throws `not-found` and `rate-limited`; refuses
 * questions about a lot whose bidding is over.
 */
function questionTaker(app: App): (asked: Asked) => Promise<QuestionRow | Refusal> {
  const throttle = sharedThrottle(app, 'question', PER_PERSON)
  return async (asked) => {
    const { questionId: id, lotId, accountId, text } = asked
    const known = await questionById(app.db, id)
    if (known !== undefined) return own(known, asked)
    const ended = await lotEnded(app.db, lotId)
    if (ended === undefined) throw notFound('this lot')
    if (ended) return refuse('lot-ended', 'Bidding on this lot is over, so questions are closed.')
    if (!(await throttle.take(accountId))) throw rateLimited(RETRY_AFTER_S)
    await insertQuestion(app.db, { id, lotId, accountId, text })
    return own((await questionById(app.db, id))!, asked)
  }
}

function own(row: QuestionRow, { lotId, accountId, text }: Asked): QuestionRow | Refusal {
  return row.account_id === accountId && row.lot_id === lotId && row.text === text
    ? row
    : refuse('question-id-taken', 'This id belongs to another question. Ask again with a new one.')
}

export function questionRoutes(http: FastifyInstance, app: App): void {
  const take = questionTaker(app)

  serve(http, listQuestions, async ({ params, person }) => {
    if ((await lotEnded(app.db, params.lotId)) === undefined) throw notFound('this lot')
    const rows = await questionsOf(app.db, params.lotId, person.id)
    return { items: rows.map((row) => presentQuestion(row, person.id)) }
  })

  serve(http, askQuestion, async ({ params, body, person }) => {
    const taken = await take({ ...params, ...body, accountId: person.id })
    return taken instanceof Refusal ? taken : presentQuestion(taken, person.id)
  })

  serveList(http, app.db, listAllQuestions, QUESTION_LIST, {
    present: (rows: QuestionRow[]) => rows.map(presentStaffQuestion),
    more: async () => ({ waiting: await countWaiting(app.db) }),
  })

  const changed = (row: QuestionRow | Refusal) => (row instanceof Refusal ? row : presentStaffQuestion(row))
  serve(http, answerEndpoint, async ({ params, body, person }) =>
    changed(await answerQuestion(app, { ...params, ...body, actorId: person.id })),
  )
  serve(http, hideEndpoint, async ({ params, body, person }) =>
    changed(await hideQuestion(app, { ...params, ...body, actorId: person.id })),
  )
}
