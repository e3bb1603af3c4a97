import type { App } from '#server/platform/app.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { ticketById, ticketByReference, type TicketRow } from './store.ts'
import { referenceOf, ticketOfToken } from './ticket-keys.ts'

const NOT_FOUND = 'We don’t have a message with this reference and email. Check both, or write to us again.'

export function ticketNotFound(): Refusal {
  return refuse('ticket-not-found', NOT_FOUND)
}

/** The thread that a token opens: of a merged ticket the one that took it in. Null: the token is not ours, or the thread is gone. */
export async function ticketOf(app: App, token: string): Promise<TicketRow | null> {
  const id = ticketOfToken(app.keys, token)
  return id === null ? null : threadOf(app, await ticketById(app.db, id))
}

/** By reference and email; the answer is the same whichever of the two is wrong. */
export async function findTicket(
  app: App,
  { reference, email }: { reference: string; email: string },
): Promise<TicketRow | null> {
  const found = await ticketByReference(app.db, referenceOf(reference))
  return found === undefined || found.email === '' || found.email !== email ? null : threadOf(app, found)
}

async function threadOf(app: App, found: TicketRow | undefined): Promise<TicketRow | null> {
  if (found === undefined) return null
  return found.merged_into === null ? found : ((await ticketById(app.db, found.merged_into)) ?? null)
}
