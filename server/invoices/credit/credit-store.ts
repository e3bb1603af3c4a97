import { sql, type Kysely } from 'kysely'
import { accountsOf } from '#server/accounts/merge/accounts-of.ts'
import type { InvoiceLine, Document } from '#contract/invoices/invoices.ts'

/** `of`: index of the invoice's line that this corrects. */
export type CreditLine = InvoiceLine & { of: number }

export type CreditCause = 'correction' | 'sale-voided' | 'buyer-default' | 'goodwill'

export type CreditNoteRow = {
  id: string
  number: string
  invoice_id: string
  account_id: string
  lines: CreditLine[]
  net: number
  tax: number
  total: number
  cause: CreditCause
  reason: string
  actor_id: string | null
  refund: number
  document: Document
  issued_at: number
}

const COLUMNS = sql.raw(`c.id, c.number, c.invoice_id, c.account_id, c.lines, c.net, c.tax, c.total, c.cause, c.reason,
  c.actor_id, c.refund, c.document, c.issued_at`)

export async function creditNotesOf<T>(db: Kysely<T>, invoiceId: string): Promise<CreditNoteRow[]> {
  const found = await sql<CreditNoteRow>`
    select ${COLUMNS} from credit_note c where c.invoice_id = ${invoiceId} order by c.issued_at, c.number`.execute(db)
  return found.rows
}

/** `accountId` null: of any account. */
export async function creditNoteOf<T>(
  db: Kysely<T>,
  id: string,
  accountId: string | null,
): Promise<CreditNoteRow | null> {
  const isTheirs = accountId === null ? sql`true` : sql`c.account_id in ${accountsOf(accountId)}`
  const found = await sql<CreditNoteRow>`
    select ${COLUMNS} from credit_note c where c.id = ${id} and ${isTheirs}`.execute(db)
  return found.rows[0] ?? null
}

export type NewCreditNote = Omit<CreditNoteRow, 'net' | 'tax' | 'total' | 'issued_at'>

/** Totals and date come from the document. */
export async function insertCreditNote<T>(trx: Kysely<T>, note: NewCreditNote): Promise<void> {
  const { document } = note
  await sql`
    insert into credit_note (id, number, invoice_id, account_id, lines, net, tax, total, cause, reason, actor_id, refund, document,
      issued_at)
    values (${note.id}, ${note.number}, ${note.invoice_id}, ${note.account_id}, ${JSON.stringify(note.lines)}::jsonb,
      ${document.net}, ${document.tax}, ${document.total}, ${note.cause}, ${note.reason}, ${note.actor_id}, ${note.refund},
      ${JSON.stringify(document)}::jsonb, to_timestamp(${document.issuedAt} / 1000.0))`.execute(trx)
}
