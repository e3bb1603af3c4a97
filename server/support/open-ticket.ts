import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { openTicket as openTicketEndpoint } from '#contract/support/support.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { addMessage, digestOf, orRefusal } from './add-message.ts'
import { invoiceIsOf, lotOfNumber } from './choices-store.ts'
import { hasMessage, insertTicket, ticketById, type NewTicket, type TicketRow } from './store.ts'
import { notifyTicket } from './notify-ticket.ts'
import { messageIdTaken } from './reply-to-ticket.ts'
import { judgeFormKey, newReference } from './ticket-keys.ts'

type Form = BodyOf<typeof openTicketEndpoint>

/** The signed-in author, or null. Their confirmed address is used, and the one in the form is ignored. */
type Writer = { id: string; name: string; email: string } | null

/** What shows that a program filled in the form; a signed-in person is spared. Null: nothing does. */
export function refuseProgram(app: App, { website, formKey }: Form): Refusal | null {
  if (website !== '') {
    return refuse('looks-automated', 'This message looks automated. Clear the field “Website” and send it again.')
  }
  const age = judgeFormKey(app, formKey)
  if (age === 'late') {
    return refuse('form-expired', 'This form was open for more than a day. Reload the page; your text stays.')
  }
  return age === 'early' ? refuse('looks-automated', 'That was very fast. Wait three seconds and send it again.') : null
}

/**
 * Opens a ticket from the form. Throws `invalid-input` for a lot or an invoice that cannot be meant; refuses attachments that are gone.
 * The same id again is the same ticket, and is refused with another message.
 */
export async function openTicket(app: App, form: Form, writer: Writer): Promise<TicketRow | Refusal> {
  const lotId = form.lotNumber === null ? null : await lotOfNumber(app.db, form.lotNumber)
  if (lotId === undefined) {
    throw invalidInput([{ field: 'lotNumber', message: `We don’t have a lot ${form.lotNumber}. Check the number.` }])
  }
  if (form.invoiceId !== null && !(await invoiceIsOf(app.db, form.invoiceId, writer?.id ?? null))) {
    throw invalidInput([{ field: 'invoiceId', message: 'Choose one of your own invoices.' }])
  }
  const ticket = {
    id: form.ticketId,
    reference: newReference(),
    account_id: writer?.id ?? null,
    name: writer?.name ?? form.name,
    email: writer?.email ?? form.email,
    topic: form.topic,
    subject: form.subject,
    lot_id: lotId,
    invoice_id: form.invoiceId,
  }
  return orRefusal(() =>
    app.db.transaction().execute(async (trx) => {
      const opened = await enterTicket(app, trx, ticket, async () => {
        const { conversation } = form
        if (conversation.length > 0) {
          const text = conversation.map(({ from, text: said }) => `${SPEAKERS[from]}: ${said}`).join('\n\n')
          const message = { id: newId(), ticket_id: ticket.id, author: 'assistant' as const, via: 'assistant' as const }
          await addMessage(trx, { ...message, text, fileIds: [] })
        }
        const own = { id: newId(), ticket_id: ticket.id, author: 'person' as const, via: 'page' as const }
        await addMessage(trx, { ...own, text: form.text, fileIds: form.fileIds })
      })
      // Of another person: the reply must not reveal that the id exists.
      if (opened.account_id !== ticket.account_id || opened.email !== ticket.email) throw notFound('this ticket')
      const isSame = opened.subject === ticket.subject && (await hasMessage(trx, opened.id, digestOf(form.text)))
      if (!isSame) return messageIdTaken()
      return opened
    }),
  )
}

const SPEAKERS = { person: 'You', assistant: 'Assistant' }

/**
 * Stores a new ticket with its first messages and an audit line, and sends the person its reference. An existing id is left unchanged.
 */
export async function enterTicket(
  app: App,
  trx: App['db'],
  ticket: NewTicket,
  addMessages: () => Promise<void>,
): Promise<TicketRow> {
  if (await insertTicket(trx, ticket)) {
    await addMessages()
    // Nothing the person typed: the log stays when their data is deleted. A writer without an account is named by the ticket's own id.
    const { id, reference, topic, lot_id: lotId, invoice_id: invoiceId } = ticket
    await audit(trx, {
      actorId: ticket.account_id ?? id,
      action: 'open-ticket',
      subjectKind: 'ticket',
      subjectId: id,
      after: { reference, topic, lotId, invoiceId },
    })
    await notifyTicket(app, trx, (await ticketById(trx, ticket.id))!, {
      what: 'received',
      text: null,
      messageId: ticket.id,
    })
  }
  return (await ticketById(trx, ticket.id))!
}
