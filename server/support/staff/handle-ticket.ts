import type { BodyOf } from '#contract/platform/endpoint.ts'
import type {
  answerTicket as answerEndpoint,
  changeTicket as changeEndpoint,
  mergeTicket as mergeEndpoint,
} from '#contract/support/support-staff.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { addMessage, digestOf, orRefusal } from '../add-message.ts'
import { messageIdTaken } from '../reply-to-ticket.ts'
import { ticketNotFound } from '../thread-access.ts'
import {
  lockTicket,
  noteAnswered,
  noteClosed,
  ticketById,
  ticketByReference,
  messageById,
  type TicketRow,
} from '../store.ts'
import { notifyTicket } from '../notify-ticket.ts'
import { referenceOf } from '../ticket-keys.ts'
import { fillIn } from './canned-answers.ts'
import { isStaff } from './context-store.ts'
import { isOpenToStranger, storeChange, storeMerge } from './staff-store.ts'

type Action = { ticketId: string; actorId: string }

/** Sends a reply to the person, or adds a note for staff. Throws `not-found`. The same id again is the same message. */
export async function answerTicket(
  app: App,
  { ticketId, actorId, messageId, kind, text, fileIds, close }: Action & BodyOf<typeof answerEndpoint>,
): Promise<Refusal | null> {
  const isNote = kind === 'note'
  const ticket = await ticketById(app.db, ticketId)
  if (ticket === undefined) throw notFound('this ticket')
  const filled = isNote ? text : await fillIn(app, ticket, actorId, text)
  if (filled instanceof Refusal) return filled
  return orRefusal(() =>
    app.db.transaction().execute(async (trx) => {
      const row = (await lockTicket(trx, ticketId))!
      if (row.merged_into !== null) return merged()
      const known = await messageById(trx, messageId)
      if (known !== undefined) {
        const isSame = known.ticket_id === ticketId && known.is_note === isNote && known.digest.equals(digestOf(filled))
        return isSame ? null : messageIdTaken()
      }
      const message = { id: messageId, ticket_id: ticketId, author: 'team' as const, via: 'page' as const }
      await addMessage(trx, { ...message, author_id: actorId, is_note: isNote, text: filled, fileIds })
      if (!isNote) {
        await noteAnswered(trx, ticketId, close)
        await notifyTicket(app, trx, row, { what: 'answered', text: filled, messageId })
      }
      await audit(trx, {
        actorId,
        action: isNote ? 'note-on-ticket' : 'answer-ticket',
        subjectKind: 'ticket',
        subjectId: ticketId,
        after: { messageId, reference: row.reference, ...(isNote ? {} : { closed: close }) },
      })
      return null
    }),
  )
}

/** Sets the given fields. Throws `not-found`; refuses if a colleague has changed the ticket since. */
export async function changeTicket(
  app: App,
  { ticketId, actorId, version, status, priority, assigneeId }: Action & BodyOf<typeof changeEndpoint>,
): Promise<Refusal | null> {
  if (assigneeId !== undefined && assigneeId !== null && !(await isStaff(app.db, assigneeId)))
    return refuse('not-staff', 'Only an active member of our team can take a ticket.')
  return withTicket(app, ticketId, version, async (trx, row) => {
    const before = { status: row.status, priority: row.priority, assigneeId: row.assignee_id }
    const after = {
      status: status === 'open' && row.status !== 'closed' ? row.status : (status ?? row.status),
      priority: priority ?? row.priority,
      assigneeId: assigneeId === undefined ? row.assignee_id : assigneeId,
    }
    if (JSON.stringify(before) === JSON.stringify(after)) return null
    await storeChange(trx, ticketId, after)
    await audit(trx, { actorId, action: 'change-ticket', subjectKind: 'ticket', subjectId: ticketId, before, after })
    return null
  })
}

/** Has another thread of the same person show this one, too, and closes it. Answers the thread that took it in. Throws `not-found`. */
export async function mergeTicket(
  app: App,
  { ticketId, actorId, version, into }: Action & BodyOf<typeof mergeEndpoint>,
): Promise<string | Refusal> {
  const found = await ticketByReference(app.db, referenceOf(into))
  if (found === undefined) return ticketNotFound()
  const targetId = found.merged_into ?? found.id
  if (targetId === ticketId) return refuse('same-ticket', 'Choose another ticket to merge this one into.')
  const refused = await withTicket(app, ticketId, version, async (trx, row) => {
    const target = (await ticketById(trx, targetId))!
    const isSame = row.account_id === null ? row.email === target.email : row.account_id === target.account_id
    if (!isSame || row.email === '')
      return refuse('another-person', 'These tickets are from different people, so they can’t be merged.')
    if ((await isOpenToStranger(trx, row)) && !(await isOpenToStranger(trx, target))) {
      const message =
        'This message was sent without signing in, so we can’t know that it’s theirs. Answer it separately.'
      return refuse('another-person', message)
    }
    await noteClosed(trx, ticketId)
    await storeMerge(trx, ticketId, targetId, row.waiting_since !== null)
    const after = { into: target.reference }
    await audit(trx, { actorId, action: 'merge-ticket', subjectKind: 'ticket', subjectId: ticketId, after })
    return null
  })
  return refused ?? targetId
}

async function withTicket(
  app: App,
  ticketId: string,
  version: number,
  change: (trx: App['db'], row: TicketRow) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockTicket(trx, ticketId)
    if (row === undefined) throw notFound('this ticket')
    if (row.merged_into !== null) return merged()
    if (row.version !== version)
      return refuse('ticket-changed', 'This ticket has changed since you opened it. Look at it again.')
    return change(trx, row)
  })
}

function merged(): Refusal {
  return refuse('ticket-merged', 'This ticket was merged into another one. Open that one instead.')
}
