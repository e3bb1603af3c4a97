import type { App } from '#server/platform/app.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { findLink, useLink, type LinkRow } from './link-store.ts'
import { linkHash } from './secret-link.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountById, confirmAddress, lockClaims } from '../store.ts'
import { notifySecurity } from '../notify-security.ts'

const UNIQUE_VIOLATION = '23505'

/** Sets the account's email to the address that a link was sent to, once. Refuses `link-not-valid`. */
export async function confirmEmail(app: App, secret: string): Promise<{ email: string } | Refusal> {
  const opening = app.db.transaction().execute(async (trx) => {
    const known = await findLink(trx, linkHash(secret))
    if (known === null) return null
    await lockClaims(trx, known.account_id, known.email)
    const link = await useLink(trx, linkHash(secret), ['confirm-email', 'change-email'])
    if (link === null) return null
    const before = await accountById(trx, link.account_id)
    if (before === null || before.account_status === 'closed') return null
    const closed = stillMeant(link, before.email) ? await confirmAddress(trx, link.account_id, link.email) : null
    if (closed === null) return null
    for (const accountId of closed) await enqueue(trx, 'account-closed', { accountId })
    if (before.email !== link.email && before.email_confirmed_at !== null) {
      const what = 'Your account’s email address was changed. If this wasn’t you, contact our team right away.'
      await notifySecurity(app, trx, link.account_id, what, before.email)
    }
    return { ...link, closed }
  })
  const used = await unlessTaken(opening)
  if (used === null) return linkNotValid()
  for (const id of [used.account_id, ...used.closed]) accountChanged(app, id)
  return { email: used.email }
}

/** Null if another account confirmed the same address at this moment: the transaction is rolled back, and the link stays unused. */
export async function unlessTaken<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null
    throw error
  }
}

/** A link sent at registration is no longer valid once the account's email has changed. */
function stillMeant({ purpose, email }: LinkRow, present: string): boolean {
  return purpose === 'change-email' || email === present
}

export function linkNotValid(): Refusal {
  return refuse('link-not-valid', 'This link was already used or has expired. Request a new one.')
}
