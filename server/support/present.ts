import type { TicketFile, TicketMessage, TicketThread } from '#contract/support/support.ts'
import type { StaffMessage, StaffTicket } from '#contract/support/support-staff.ts'
import { type CsvCells, csvInstant } from '#server/platform/csv.ts'
import type { FileRow } from './files/store.ts'
import type { MessageRow, TicketRow } from './store.ts'

/** A thread as its person reads it: without notes. */
export function presentThread(
  row: TicketRow,
  messages: readonly MessageRow[],
  files: readonly FileRow[],
): TicketThread {
  return {
    reference: row.reference,
    subject: row.subject,
    topic: row.topic,
    status: row.status,
    lot: row.lot_number === null ? null : { lotNumber: row.lot_number, title: row.lot_title ?? '' },
    invoiceNumber: row.invoice_number,
    openedAt: row.opened_at,
    messages: messages
      .filter((message) => !message.is_note)
      .map((message) => presentMessage(message, files, firstNameOf(message.author_name))),
  }
}

function presentMessage(row: MessageRow, files: readonly FileRow[], author: string | null): TicketMessage {
  const { id, author: from, text, via, at } = row
  const own = files.filter((file) => file.message_id === id).map(presentFile)
  return { id, from, author, text, via, at, files: own }
}

function firstNameOf(name: string | null): string | null {
  return name?.split(' ')[0] ?? null
}

function presentFile({ id, name, type, size }: TicketFile): TicketFile {
  return { id, name, type, size }
}

export function presentStaffMessage(row: MessageRow, files: readonly FileRow[]): StaffMessage {
  return { ...presentMessage(row, files, row.author_name), isNote: row.is_note, quoted: row.quoted }
}

export function presentStaffTicket(row: TicketRow): StaffTicket {
  return {
    id: row.id,
    reference: row.reference,
    accountId: row.account_id,
    person: row.name,
    email: row.email,
    topic: row.topic,
    subject: row.subject,
    status: row.status,
    priority: row.priority,
    assigneeId: row.assignee_id,
    assignee: row.assignee,
    lotNumber: row.lot_number,
    invoiceNumber: row.invoice_number,
    openedAt: row.opened_at,
    movedAt: row.moved_at,
    waitingSince: row.waiting_since,
    firstAnsweredAt: row.first_answered_at,
    closedAt: row.closed_at,
    version: row.version,
  }
}

export const TICKET_HEAD = [
  'Reference',
  'Opened',
  'Person',
  'Email',
  'Topic',
  'Subject',
  'Status',
  'Priority',
  'Assigned to',
  'Lot',
  'Invoice',
  'First answered',
  'Last message',
  'Closed',
]

export function cellsOfTicket(row: TicketRow): CsvCells {
  return [
    row.reference,
    csvInstant(row.opened_at),
    row.name,
    row.email,
    row.topic,
    row.subject,
    row.status,
    row.priority,
    row.assignee,
    row.lot_number,
    row.invoice_number,
    csvInstant(row.first_answered_at),
    csvInstant(row.moved_at),
    csvInstant(row.closed_at),
  ]
}
