import { sql, type Kysely } from 'kysely'
import type { StaffTicket } from '#contract/support/support-staff.ts'
import type { TicketStatus, TicketTopic } from '#contract/support/support-limits.ts'

/** A ticket with what it is about. Instants in ms. */
export type TicketRow = {
  id: string
  reference: string
  account_id: string | null
  name: string
  email: string
  topic: TicketTopic
  subject: string
  lot_id: string | null
  lot_number: number | null
  lot_title: string | null
  invoice_id: string | null
  invoice_number: string | null
  status: TicketStatus
  priority: StaffTicket['priority']
  assignee_id: string | null
  assignee: string | null
  opened_at: number
  moved_at: number
  waiting_since: number | null
  first_answered_at: number | null
  closed_at: number | null
  merged_into: string | null
  version: number
}

export const TICKET_COLUMNS =
  sql.raw(`t.id, t.reference, t.account_id, t.name, t.email, t.topic, t.subject, t.lot_id, l.lot_number,
  l.title as lot_title, t.invoice_id, i.number as invoice_number, t.status, t.priority, t.assignee_id, s.name as assignee, t.opened_at,
  t.moved_at, t.waiting_since, t.first_answered_at, t.closed_at, t.merged_into, t.version`)
export const TICKET_FROM =
  sql.raw(`from ticket t left join lot l on l.id = t.lot_id left join invoice i on i.id = t.invoice_id
  left join account s on s.id = t.assignee_id`)

export async function ticketById<T>(db: Kysely<T>, id: string): Promise<TicketRow | undefined> {
  return (await sql<TicketRow>`select ${TICKET_COLUMNS} ${TICKET_FROM} where t.id = ${id}`.execute(db)).rows[0]
}

/** `reference` as stored, in uppercase. */
export async function ticketByReference<T>(db: Kysely<T>, reference: string): Promise<TicketRow | undefined> {
  const found = await sql<TicketRow>`
    select ${TICKET_COLUMNS} ${TICKET_FROM} where t.reference = ${reference}`.execute(db)
  return found.rows[0]
}

/** Answers whether there is such a ticket. */
export async function lockTicket<T>(trx: Kysely<T>, id: string): Promise<TicketRow | undefined> {
  // Locks the ticket's row to the end of the transaction: messages, changes and merges of one ticket come one after the other, and each
  // sees the state that the one before it left.
  await sql`select 1 from ticket where id = ${id} for no key update`.execute(trx)
  return ticketById(trx, id)
}

export async function ticketsOf<T>(db: Kysely<T>, accountId: string): Promise<TicketRow[]> {
  const found = await sql<TicketRow>`
    select ${TICKET_COLUMNS} ${TICKET_FROM} where t.account_id = ${accountId} and t.merged_into is null
    order by t.moved_at desc, t.id desc limit 200`.execute(db)
  return found.rows
}

export type NewTicket = Pick<
  TicketRow,
  'id' | 'reference' | 'account_id' | 'name' | 'email' | 'topic' | 'subject' | 'lot_id' | 'invoice_id'
>

/** False: a ticket with this id already exists and stays unchanged. */
export async function insertTicket<T>(trx: Kysely<T>, row: NewTicket): Promise<boolean> {
  const found = await sql`
    insert into ticket (id, reference, account_id, name, email, topic, subject, lot_id, invoice_id)
    values (${row.id}, ${row.reference}, ${row.account_id}, ${row.name}, ${row.email}, ${row.topic}, ${row.subject}, ${row.lot_id},
      ${row.invoice_id}) on conflict (id) do nothing returning 1`.execute(trx)
  return found.rows.length > 0
}

/** The person wrote: the ticket waits for our team, also one that was closed. */
export async function noteWritten<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`
    update ticket set status = 'open', closed_at = null, moved_at = clock_timestamp(), version = version + 1,
      waiting_since = coalesce(waiting_since, clock_timestamp())
    where id = ${id}`.execute(trx)
}

/** Our team answered. */
export async function noteAnswered<T>(trx: Kysely<T>, id: string, close: boolean): Promise<void> {
  await sql`
    update ticket set status = case when ${close} then 'closed' else 'answered' end, waiting_since = null,
      closed_at = case when ${close} then clock_timestamp() end, moved_at = clock_timestamp(), version = version + 1,
      first_answered_at = coalesce(first_answered_at, clock_timestamp())
    where id = ${id}`.execute(trx)
}

export async function noteClosed<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`
    update ticket set status = 'closed', waiting_since = null, closed_at = clock_timestamp(), moved_at = clock_timestamp(),
      version = version + 1
    where id = ${id} and status <> 'closed'`.execute(trx)
}

export type MessageRow = {
  id: string
  ticket_id: string
  author: 'person' | 'team' | 'assistant'
  author_name: string | null
  is_note: boolean
  via: 'page' | 'email' | 'assistant'
  at: number
  text: string
  quoted: string | null
}

const MESSAGES =
  sql.raw(`select m.id, m.ticket_id, m.author, a.name as author_name, m.is_note, m.via, m.at, coalesce(x.text, '') as text,
  x.quoted from ticket_message m left join ticket_text x on x.message_id = m.id left join account a on a.id = m.author_id`)

/** Messages of a thread and of threads merged into it, in order of arrival. */
export async function messagesOf<T>(db: Kysely<T>, ticketId: string): Promise<MessageRow[]> {
  const found = await sql<MessageRow>`
    ${MESSAGES} where m.ticket_id = ${ticketId} or m.ticket_id in (select id from ticket where merged_into = ${ticketId})
    order by m.at, m.id`.execute(db)
  return found.rows
}

/** The ticket that a message belongs to; undefined: there is no message with this id. */
export async function hasMessage<T>(db: Kysely<T>, ticketId: string, digest: Buffer): Promise<boolean> {
  const found =
    await sql`select 1 from ticket_message where ticket_id = ${ticketId} and digest = ${digest} limit 1`.execute(db)
  return found.rows.length > 0
}

export async function messageById<T>(
  db: Kysely<T>,
  messageId: string,
): Promise<{ ticket_id: string; digest: Buffer; is_note: boolean } | undefined> {
  const found = await sql<{ ticket_id: string; digest: Buffer; is_note: boolean }>`
    select ticket_id, digest, is_note from ticket_message where id = ${messageId}`.execute(db)
  return found.rows[0]
}

/** True: an email with this Message-ID was already received. */
export async function isEmailKnown<T>(db: Kysely<T>, emailId: string): Promise<boolean> {
  return (await sql`select 1 from ticket_message where email_id = ${emailId}`.execute(db)).rows.length > 0
}

export type NewMessage = Pick<MessageRow, 'id' | 'ticket_id' | 'author' | 'is_note' | 'via' | 'text' | 'quoted'> & {
  author_id: string | null
  email_id: string | null
  digest: Buffer
}

export async function insertMessage<T>(trx: Kysely<T>, row: NewMessage): Promise<void> {
  await sql`
    insert into ticket_message (id, ticket_id, author, author_id, is_note, via, digest, email_id)
    values (${row.id}, ${row.ticket_id}, ${row.author}, ${row.author_id}, ${row.is_note}, ${row.via}, ${row.digest}, ${row.email_id})`.execute(
    trx,
  )
  await sql`
    insert into ticket_text (message_id, text, quoted) values (${row.id}, ${row.text}, ${row.quoted})`.execute(trx)
}
