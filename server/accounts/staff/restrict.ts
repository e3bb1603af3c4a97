import type { Kysely } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { lockAccount, setStatusAndLimit, type AccountRow } from '../store.ts'

export type Restrictions = Pick<AccountRow, 'account_status' | 'bidding_limit'>

/** Locks the account's row to the end of the transaction, so that two rules, or a rule and staff, don't overwrite each other. */
export function lockRestrictions<T>(trx: Kysely<T>, accountId: string): Promise<Restrictions | null> {
  return lockAccount(trx, accountId)
}

/**
 * Sets an account's status and limit, with an audit line and everything that follows from a suspension, all in the caller's transaction.
 * `before`: as locked in it. Afterwards the account has changed: call `accountChanged`, or `accountChanges` in the transaction.
 */
export async function restrict<T>(
  trx: Kysely<T>,
  account: { id: string; before: Restrictions },
  change: { to: Restrictions; actorId: string; reason: string },
): Promise<void> {
  const { id, before } = account
  const { to, actorId, reason } = change
  const at = await setStatusAndLimit(trx, id, to.account_status, to.bidding_limit)
  if (to.account_status === 'suspended') await deleteSessionsOf(trx, id)
  if (to.account_status === 'suspended' && before.account_status !== 'suspended')
    await enqueue(trx, 'account-suspended', { accountId: id, actorId, reason, at })
  await audit(trx, {
    actorId,
    action: 'change-account',
    subjectKind: 'account',
    subjectId: id,
    before: { accountStatus: before.account_status, biddingLimit: before.bidding_limit },
    after: { accountStatus: to.account_status, biddingLimit: to.bidding_limit },
    reason,
  })
}
