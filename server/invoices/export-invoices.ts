import type { Kysely } from 'kysely'
import { creditNotesOf } from './credit-store.ts'
import { eventsOf } from './event-store.ts'
import { invoicesOf } from './store.ts'

const INVOICES_MAX = 10_000

/** A person's invoices for the person's own file: the papers, what is paid and credited, and what happened. */
export async function exportInvoices(db: Kysely<object>, accountId: string): Promise<object[]> {
  const invoices = []
  for (const { id, paper, state, paid, credited } of await invoicesOf(db, accountId, null, INVOICES_MAX)) {
    const creditNotes = (await creditNotesOf(db, id)).map((note) => note.paper)
    invoices.push({ paper, state, paid, credited, creditNotes, history: await eventsOf(db, id) })
  }
  return invoices
}
