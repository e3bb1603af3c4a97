import type { FastifyInstance } from 'fastify'
import {
  closeTicket as closeEndpoint,
  findTicket as findEndpoint,
  listOwnTickets,
  openTicket as openEndpoint,
  readThread,
  readTicketForm,
  replyToTicket as replyEndpoint,
  type TicketThread,
} from '#contract/support/support.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { rateLimited, Refusal } from '#server/platform/problem.ts'
import { senderOf, sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { invoicesOf, lotsOf } from './choices-store.ts'
import { filesOfMessages } from './files/store.ts'
import { openTicket, refuseProgram } from './open-ticket.ts'
import { presentThread } from './present.ts'
import { closeTicket, replyToTicket } from './reply-to-ticket.ts'
import { messagesOf, ticketById, ticketsOf } from './store.ts'
import { findTicket, ticketNotFound, ticketOf } from './thread-access.ts'
import { formKey, threadToken } from './ticket-keys.ts'

/** Limit on tickets from one network address, and on tickets for one email: five, then one every ten minutes. */
const TICKETS = { burst: 5, perSecond: 1 / 600 }
/** Replies to one thread. */
const REPLIES = { burst: 10, perSecond: 1 / 60 }
/** Attempts to enter a reference: enough for typos, too few to guess among 39 bits. */
const LOOKUPS = { burst: 10, perSecond: 1 / 30 }

/** The person's side: the form, the thread and what is written there. */
export function ticketRoutes(http: FastifyInstance, app: App): void {
  formRoutes(http, app)
  threadRoutes(http, app)
}

function formRoutes(http: FastifyInstance, app: App): void {
  const tickets = sharedThrottle(app, 'ticket', TICKETS)

  serve(http, readTicketForm, async ({ person }) => {
    const account = person === null ? null : await personFacts(app.db, person.id)
    const [lots, invoices] =
      person === null ? [[], []] : await Promise.all([lotsOf(app.db, person.id), invoicesOf(app.db, person.id)])
    return { formKey: formKey(app), name: account?.name ?? '', email: account?.email ?? '', lots, invoices }
  })

  serve(http, openEndpoint, async ({ body, person, request }) => {
    const account = person === null ? null : await personFacts(app.db, person.id)
    const isKnown = (await ticketById(app.db, body.ticketId)) !== undefined
    const program = person === null && !isKnown ? refuseProgram(app, body) : null
    if (program !== null) return program
    const keys = account === null ? [senderOf(request.ip), body.email] : [account.id]
    if (!isKnown) for (const key of keys) if (!(await tickets.take(key))) throw rateLimited(600)
    const opened = await openTicket(app, body, account)
    if (opened instanceof Refusal) return opened
    return { reference: opened.reference, email: opened.email, token: threadToken(app.keys, opened.id) }
  })
}

function threadRoutes(http: FastifyInstance, app: App): void {
  const replies = sharedThrottle(app, 'ticket-reply', REPLIES)
  const lookups = sharedThrottle(app, 'ticket-lookup', LOOKUPS)

  serve(http, findEndpoint, async ({ body, request }) => {
    if (!(await lookups.take(senderOf(request.ip)))) throw rateLimited(30)
    const found = await findTicket(app, body)
    return found === null ? ticketNotFound() : { token: threadToken(app.keys, found.id) }
  })

  serve(http, readThread, async ({ body }) => {
    const found = await ticketOf(app, body.token)
    return found === null ? ticketNotFound() : threadOf(app, found.id)
  })

  serve(http, replyEndpoint, async ({ body: { token, messageId: id, text, fileIds } }) => {
    const found = await ticketOf(app, token)
    if (found === null) return ticketNotFound()
    if (!(await replies.take(found.id))) throw rateLimited(60)
    const refused = await replyToTicket(app, found.id, { id, text, fileIds, via: 'page' })
    return refused ?? threadOf(app, found.id)
  })

  serve(http, closeEndpoint, async ({ body }) => {
    const found = await ticketOf(app, body.token)
    if (found === null) return ticketNotFound()
    await closeTicket(app, found.id)
    return threadOf(app, found.id)
  })

  serve(http, listOwnTickets, async ({ person }) => ({
    items: (await ticketsOf(app.db, person.id)).map(({ id, reference, subject, status, moved_at: movedAt }) => ({
      reference,
      subject,
      status,
      movedAt,
      token: threadToken(app.keys, id),
    })),
  }))
}

async function threadOf(app: App, ticketId: string): Promise<TicketThread> {
  const [row, messages] = await Promise.all([ticketById(app.db, ticketId), messagesOf(app.db, ticketId)])
  const files = await filesOfMessages(
    app.db,
    messages.map(({ id }) => id),
  )
  return presentThread(row!, messages, files)
}
