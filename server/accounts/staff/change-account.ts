import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound } from '#server/platform/problem.ts'
import { accountToHandle } from './handle-account.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { setStatusAndLimit, type AccountRow } from '../store.ts'

export type AccountChange = {
  accountStatus?: 'active' | 'suspended' | undefined
  /** Minor units; null: no limit. */
  biddingLimit?: number | null | undefined
  reason: string
}

/**
 * Suspends, reactivates or limits an account, with an audit row in the same commit. A suspension ends every open session. No one changes
 * their own account, and only the owner changes those of staff.
 */
export async function changeAccount(
  app: App,
  actor: Pick<Person, 'id' | 'role'>,
  accountId: string,
  change: AccountChange,
): Promise<AccountRow> {
  const row = await app.db.transaction().execute(async (trx) => {
    const before = await accountToHandle(trx, actor, accountId)
    if (before.account_status === 'closed') throw notFound('this account')
    const account_status = change.accountStatus ?? before.account_status
    const bidding_limit = change.biddingLimit === undefined ? before.bidding_limit : change.biddingLimit
    const at = await setStatusAndLimit(trx, accountId, account_status, bidding_limit)
    if (account_status === 'suspended') await deleteSessionsOf(trx, accountId)
    if (account_status === 'suspended' && before.account_status !== 'suspended')
      await enqueue(trx, 'account-suspended', { accountId, actorId: actor.id, reason: change.reason, at })
    await audit(trx, {
      actorId: actor.id,
      action: 'change-account',
      subjectKind: 'account',
      subjectId: accountId,
      before: { accountStatus: before.account_status, biddingLimit: before.bidding_limit },
      after: { accountStatus: account_status, biddingLimit: bidding_limit },
      reason: change.reason,
    })
    return { ...before, account_status, bidding_limit }
  })
  app.outbox.nudge()
  accountChanged(app, accountId)
  return row
}
