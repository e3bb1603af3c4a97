import type { House } from '#server/platform/house.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { findLink, useLink, type LinkRow } from './link-store.ts'
import { linkHash } from './secret-link.ts'
import { ACCOUNT_CLOSED } from '../account-closed.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountById, confirmAddress, lockClaims } from '../store.ts'
import { tellSecurity } from '../tell-security.ts'

const UNIQUE_VIOLATION = '23505'

/** Makes the address that a link was sent to that of the account, once. Refuses `link-not-valid`. */
export async function confirmEmail(house: House, secret: string): Promise<{ email: string } | Refusal> {
  const opening = house.db.transaction().execute(async (trx) => {
    const known = await findLink(trx, linkHash(secret))
    if (known === null) return null
    await lockClaims(trx, known.account_id, known.email)
    const link = await useLink(trx, linkHash(secret), ['confirm-email', 'change-email'])
    if (link === null) return null
    const before = await accountById(trx, link.account_id)
    if (before === null || before.account_status === 'closed') return null
    const closed = stillMeant(link, before.email) ? await confirmAddress(trx, link.account_id, link.email) : null
    if (closed === null) return null
    for (const accountId of closed) await house.outbox.add(trx, ACCOUNT_CLOSED, { accountId })
    if (before.email !== link.email && before.email_confirmed_at !== null) {
      const what = 'Your account has moved to another email address. If this was not you, contact support at once.'
      await tellSecurity(house, trx, link.account_id, what, before.email)
    }
    return { ...link, closed }
  })
  const used = await unlessTaken(opening)
  if (used === null) return linkNotValid()
  for (const id of [used.account_id, ...used.closed]) accountChanged(house, id)
  return { email: used.email }
}

/** Null where another account confirmed the same address in this moment: the transaction is undone, and the link stays unused. */
export async function unlessTaken<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null
    throw error
  }
}

/** A link to the address at registration means nothing any more once the account has moved on. */
function stillMeant({ purpose, email }: LinkRow, present: string): boolean {
  return purpose === 'change-email' || email === present
}

export function linkNotValid(): Refusal {
  return refuse('link-not-valid', 'This link has been used, or its time is over. Ask for a new one.')
}
