import type { App } from '#server/platform/app.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { addMessage, digestOf, orRefusal, type Message } from './add-message.ts'
import { lockTicket, noteClosed, noteWritten, messageById } from './store.ts'
import { ticketNotFound } from './thread-access.ts'

/** Adds what the person wrote; the ticket waits for us again. The same id again is the same message. */
export async function replyToTicket(
  app: App,
  ticketId: string,
  message: Pick<Message, 'id' | 'text' | 'via' | 'fileIds'> & Partial<Pick<Message, 'quoted' | 'email_id'>>,
): Promise<Refusal | null> {
  return orRefusal(() =>
    app.db.transaction().execute(async (trx) => {
      const ticket = await lockTicket(trx, ticketId)
      if (ticket === undefined) return ticketNotFound()
      // Merged since it was looked up: the message belongs to the thread's new ticket.
      const target = ticket.merged_into ?? ticket.id
      const known = await messageById(trx, message.id)
      if (known !== undefined) {
        const isSame = known.ticket_id === target && known.digest.equals(digestOf(message.text))
        return isSame ? null : messageIdTaken()
      }
      await addMessage(trx, { ...message, ticket_id: target, author: 'person' })
      await noteWritten(trx, target)
      return null
    }),
  )
}

export function messageIdTaken(): Refusal {
  return refuse('message-id-taken', 'This id belongs to another message. Send it again with a new one.')
}

/** The person closes the thread. */
export async function closeTicket(app: App, ticketId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await lockTicket(trx, ticketId)
    await noteClosed(trx, ticketId)
  })
}
