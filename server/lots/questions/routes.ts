import type { FastifyInstance } from 'fastify'
import {
  answerQuestion as answerEndpoint,
  askQuestion,
  exportQuestions,
  hideQuestion as hideEndpoint,
  listAllQuestions,
  listQuestions,
} from '#contract/questions.ts'
import { turned } from '#server/membership/turning.ts'
import { csvStream } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { serve } from '#server/platform/http/serve.ts'
import { answerQuestion, hideQuestion } from './answer-question.ts'
import { questionTaker } from './ask-question.ts'
import { countWaiting, pageOfQuestions, questionsAfter, type Place } from './list-store.ts'
import { cellsOfQuestion, presentQuestion, presentStaffQuestion, QUESTION_HEAD } from './present.ts'
import { lotEnded, questionsOf, type QuestionRow } from './store.ts'

const EXPORT_PAGE = 500

export function questionRoutes(app: FastifyInstance, house: House): void {
  const take = questionTaker(house)

  serve(app, listQuestions, async ({ params, person }) => {
    if ((await lotEnded(house.db, params.lotId)) === undefined) throw notFound('this lot')
    const rows = await questionsOf(house.db, params.lotId, person.id)
    return { items: rows.map((row) => presentQuestion(row, person.id)) }
  })

  serve(app, askQuestion, async ({ params, body, person }) => {
    const taken = await take({ ...params, ...body, accountId: person.id })
    return taken instanceof Refusal ? taken : presentQuestion(taken, person.id)
  })

  serve(app, listAllQuestions, async ({ query: { q, state, ...turn } }) => {
    const { rows, total } = await pageOfQuestions(house.db, { q, state }, turn)
    return {
      items: rows.map(presentStaffQuestion),
      ...turned(turn, total),
      waiting: await countWaiting(house.db),
    }
  })

  serve(app, exportQuestions, async ({ query, reply }) => {
    const file = await csvStream<Place>(QUESTION_HEAD, async (after) => {
      const rows = await questionsAfter(house.db, query, after, EXPORT_PAGE)
      return { records: rows.map(cellsOfQuestion), next: rows.length < EXPORT_PAGE ? null : rows.at(-1)! }
    })
    return sendCsv(reply, 'questions', file)
  })

  const changed = (row: QuestionRow | Refusal) => (row instanceof Refusal ? row : presentStaffQuestion(row))
  serve(app, answerEndpoint, async ({ params, body, person }) =>
    changed(await answerQuestion(house, { ...params, ...body, actorId: person.id })),
  )
  serve(app, hideEndpoint, async ({ params, body, person }) =>
    changed(await hideQuestion(house, { ...params, ...body, actorId: person.id })),
  )
}
