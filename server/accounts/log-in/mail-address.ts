import type { Kysely } from 'kysely'
import type { NoticeKind } from '#server/platform/notice.ts'
import { accountById } from '../store.ts'

/** What proves an address or guards the account goes to an unconfirmed one, too. */
const FOR_ANY_ADDRESS: readonly NoticeKind[] = [
  'email-confirmation',
  'password-reset',
  'account-security',
  'address-taken',
]

/**
 * Where mail of a kind goes; null where none may be sent: nothing about bids, invoices or documents leaves for an address that nobody
 * has confirmed, which may be a stranger's. `to`: an address that is not the account's (yet, or any more); else null.
 * The name goes along to a confirmed address alone: to a stranger it would be words that anybody can have us send.
 */
export async function mailAddressOf<T>(
  db: Kysely<T>,
  accountId: string,
  kind: NoticeKind,
  to: string | null,
): Promise<{ name: string; address: string } | null> {
  const account = await accountById(db, accountId)
  if (account === null) return null
  const isConfirmed = account.email_confirmed_at !== null
  if (to !== null) return { name: '', address: to }
  if (account.account_status === 'closed') return null
  const may = isConfirmed || FOR_ANY_ADDRESS.includes(kind)
  return may ? { name: isConfirmed ? account.name : '', address: account.email } : null
}
