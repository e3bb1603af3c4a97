import type { Kysely } from 'kysely'
import type { NoticeKind } from '#server/platform/notices.ts'
import { accountById } from '../store.ts'

/** An address with enough left for its owner to recognize it. */
export function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}

/** Emails that confirm an address, protect the account or answer its holder's message are sent to unconfirmed addresses, too. */
const FOR_ANY_ADDRESS: readonly NoticeKind[] = [
  'email-confirmation',
  'password-reset',
  'account-security',
  'address-taken',
  'ticket-reply',
]

/**
 * The address for an email of this kind; null if none may be sent: nothing about bids, invoices or documents goes to an unconfirmed
 * address, which may be a stranger's. `to`: an address that is not (yet, or no longer) the account's; else null. Only a confirmed address
 * gets the name: otherwise anyone could have us send a text of their choice to a stranger.
 */
export async function mailAddressOf<T>(
  db: Kysely<T>,
  accountId: string | null,
  kind: NoticeKind,
  to: string | null,
): Promise<{ name: string; address: string } | null> {
  if (accountId === null) return to === null ? null : { name: '', address: to }
  const account = await accountById(db, accountId)
  if (account === null) return null
  const isConfirmed = account.email_confirmed_at !== null
  if (to !== null) return { name: '', address: to }
  if (account.account_status === 'closed') return null
  const may = isConfirmed || FOR_ANY_ADDRESS.includes(kind)
  return may ? { name: isConfirmed ? account.name : '', address: account.email } : null
}
