import type { FastifyInstance } from 'fastify'
import {
  ANSWER_VARIABLES,
  answerTicket as answerEndpoint,
  changeTicket as changeEndpoint,
  deleteCannedAnswer,
  exportTickets,
  fillCannedAnswer,
  listCannedAnswers,
  listTickets,
  mergeTicket as mergeEndpoint,
  readTicket,
  saveCannedAnswer,
  type StaffThread,
} from '#contract/support/support-staff.ts'
import { turned } from '#server/payments/paging.ts'
import { csvStream } from '#server/platform/csv.ts'
import type { App } from '#server/platform/app.ts'
import { sendCsv } from '#server/platform/http/send-file.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { filesOfMessages } from '../files/store.ts'
import { cellsOfTicket, presentStaffMessage, presentStaffTicket, TICKET_HEAD } from '../present.ts'
import { messagesOf, ticketById } from '../store.ts'
import { deleteAnswer, fillIn, saveAnswer } from './canned-answers.ts'
import { cannedAnswer, cannedAnswers } from './canned-store.ts'
import { contextOf } from './context-store.ts'
import { answerTicket, changeTicket, mergeTicket } from './handle-ticket.ts'
import { countWaiting, pageOfTickets, ticketsAfter } from './list-store.ts'

const EXPORT_PAGE = 500

/** The staff side: the queue, the threads and the canned answers. Every staff role may answer. */
export function staffTicketRoutes(http: FastifyInstance, app: App): void {
  queueRoutes(http, app)
  cannedRoutes(http, app)
}

function queueRoutes(http: FastifyInstance, app: App): void {
  serve(http, listTickets, async ({ query: { sort, order, page, ...filter }, person }) => {
    const turn = { sort, order, page }
    const { rows, total } = await pageOfTickets(app.db, filter, turn, person.id)
    return { items: rows.map(presentStaffTicket), ...turned(turn, total), ...(await countWaiting(app.db)) }
  })

  serve(http, exportTickets, async ({ query, person, reply }) => {
    const file = await csvStream<string>(TICKET_HEAD, async (after) => {
      const rows = await ticketsAfter(app.db, query, person.id, after, EXPORT_PAGE)
      return { records: rows.map(cellsOfTicket), next: rows.length < EXPORT_PAGE ? null : rows.at(-1)!.id }
    })
    return sendCsv(reply, 'tickets', file)
  })

  serve(http, readTicket, ({ params }) => threadOf(app, params.ticketId))

  serve(http, answerEndpoint, async ({ params, body, person }) => {
    const refused = await answerTicket(app, { ...params, ...body, actorId: person.id })
    return refused ?? threadOf(app, params.ticketId)
  })

  serve(http, changeEndpoint, async ({ params, body, person }) => {
    const refused = await changeTicket(app, { ...params, ...body, actorId: person.id })
    return refused ?? threadOf(app, params.ticketId)
  })

  serve(http, mergeEndpoint, async ({ params, body, person }) => {
    const merged = await mergeTicket(app, { ...params, ...body, actorId: person.id })
    return merged instanceof Refusal ? merged : threadOf(app, merged)
  })
}

function cannedRoutes(http: FastifyInstance, app: App): void {
  serve(http, listCannedAnswers, async () => ({
    items: await cannedAnswers(app.db),
    variables: [...ANSWER_VARIABLES],
  }))

  serve(http, saveCannedAnswer, ({ params, body, person }) =>
    saveAnswer(app, person.id, { id: params.answerId, ...body }),
  )

  serve(http, deleteCannedAnswer, ({ params, body, person }) =>
    deleteAnswer(app, person.id, { id: params.answerId, ...body }),
  )

  serve(http, fillCannedAnswer, async ({ params, body, person }) => {
    const [ticket, answer] = await Promise.all([
      ticketById(app.db, params.ticketId),
      cannedAnswer(app.db, body.answerId),
    ])
    if (ticket === undefined) throw notFound('this ticket')
    if (answer === undefined) throw notFound('this answer')
    const text = await fillIn(app, ticket, person.id, answer.text)
    return text instanceof Refusal ? text : { text }
  })
}

async function threadOf(app: App, ticketId: string): Promise<StaffThread> {
  const ticket = await ticketById(app.db, ticketId)
  if (ticket === undefined) throw notFound('this ticket')
  const [messages, context] = await Promise.all([messagesOf(app.db, ticketId), contextOf(app.db, ticket)])
  const files = await filesOfMessages(
    app.db,
    messages.map(({ id }) => id),
  )
  return {
    ticket: presentStaffTicket(ticket),
    messages: messages.map((message) => presentStaffMessage(message, files)),
    ...context,
  }
}
