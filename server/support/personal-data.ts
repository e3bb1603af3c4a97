import { sql, type Kysely } from 'kysely'
import type { MergePair } from '#server/accounts/merge/merge-part.ts'
import { filesOfMessages } from './files/store.ts'
import { messagesOf, ticketsOf } from './store.ts'

/** What a person wrote to our team and what we answered; with the notes of staff, whose names are theirs. */
export async function exportTickets(db: Kysely<object>, accountId: string): Promise<object[]> {
  const parts: object[] = []
  for (const ticket of await ticketsOf(db, accountId)) {
    const messages = await messagesOf(db, ticket.id)
    const files = await filesOfMessages(
      db,
      messages.map(({ id }) => id),
    )
    parts.push({
      reference: ticket.reference,
      topic: ticket.topic,
      subject: ticket.subject,
      status: ticket.status,
      openedAt: new Date(ticket.opened_at).toISOString(),
      messages: messages.map(({ id, author, is_note: isNote, via, at, text, quoted }) => ({
        from: author,
        note: isNote,
        via,
        at: new Date(at).toISOString(),
        text,
        quoted,
        files: files.filter((file) => file.message_id === id).map(({ name, type, size }) => ({ name, type, size })),
      })),
    })
  }
  return parts
}

/** Keeps that and when a ticket was written and answered; deletes who wrote it, its text and its attachments. */
export async function forgetTickets(trx: Kysely<object>, accountId: string): Promise<void> {
  const messages = sql`select m.id from ticket_message m join ticket t on t.id = m.ticket_id where t.account_id = ${accountId}`
  await sql`delete from ticket_file where message_id in (${messages})`.execute(trx)
  await sql`delete from ticket_text where message_id in (${messages})`.execute(trx)
  await sql`
    update ticket set account_id = null, name = '', email = '', subject = '', version = version + 1,
      status = 'closed', waiting_since = null, closed_at = coalesce(closed_at, clock_timestamp())
    where account_id = ${accountId}`.execute(trx)
}

/** Tickets of an account that is merged into another are read and answered there. Who wrote which message stays. */
export async function moveTickets(
  trx: Kysely<object>,
  { keptId, duplicateId }: MergePair,
): Promise<{ tickets: number }> {
  const moved = await sql`update ticket set account_id = ${keptId} where account_id = ${duplicateId}`.execute(trx)
  return { tickets: Number(moved.numAffectedRows ?? 0) }
}
