import type { Kysely } from 'kysely'
import { inPages } from '#server/platform/http/json-stream.ts'
import { creditNotesOf } from '../credit/credit-store.ts'
import { eventsOf } from '../event-store.ts'
import { invoicesOf, type InvoiceRow } from '../store.ts'

const PAGE = 100

/** A person's invoices for their data export: documents, payments, credits and events. */
export function exportInvoices(db: Kysely<object>, accountId: string): Promise<AsyncIterable<object>> {
  return Promise.resolve(invoicesWithDocuments(db, accountId))
}

async function* invoicesWithDocuments(db: Kysely<object>, accountId: string): AsyncGenerator<object> {
  const invoices = inPages<InvoiceRow>(PAGE, (last, limit) =>
    invoicesOf(db, accountId, { before: last?.id ?? null, lotIds: null, limit }),
  )
  for await (const { id, document, state, paid, credited } of invoices) {
    const creditNotes = (await creditNotesOf(db, id)).map((note) => note.document)
    yield { document, state, paid, credited, creditNotes, history: await eventsOf(db, id) }
  }
}
