import type { House } from '#server/platform/house.ts'
import { audit } from '#server/platform/audit.ts'
import { tellLater } from '#server/platform/outbox/outbox.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound } from '#server/platform/problem.ts'
import { accountToHandle } from './handle-account.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { setStatusAndLimit, type AccountRow } from '../store.ts'

/** Topic under which later rooms hear of a suspension: {@link AccountSuspended}. */
export const ACCOUNT_SUSPENDED = 'account-suspended'
/** `reason`: as the audit log has it. `at`: in ms by the database's clock. */
export type AccountSuspended = { accountId: string; actorId: string; reason: string; at: number }

export type AccountChange = {
  accountStatus?: 'active' | 'suspended' | undefined
  /** Minor units; null: no limit. */
  biddingLimit?: number | null | undefined
  reason: string
}

/**
 * Suspends, reactivates or limits an account, with an audit row in the same commit. A suspension ends every open session. Nobody
 * changes his own account, and only the owner changes those of staff.
 */
export async function changeAccount(
  house: House,
  actor: Pick<Person, 'id' | 'role'>,
  accountId: string,
  change: AccountChange,
): Promise<AccountRow> {
  const row = await house.db.transaction().execute(async (trx) => {
    const before = await accountToHandle(trx, actor, accountId)
    if (before.account_status === 'closed') throw notFound('this account')
    const account_status = change.accountStatus ?? before.account_status
    const bidding_limit = change.biddingLimit === undefined ? before.bidding_limit : change.biddingLimit
    const at = await setStatusAndLimit(trx, accountId, account_status, bidding_limit)
    if (account_status === 'suspended') await deleteSessionsOf(trx, accountId)
    if (account_status === 'suspended' && before.account_status !== 'suspended')
      await tellLater(trx, ACCOUNT_SUSPENDED, {
        accountId,
        actorId: actor.id,
        reason: change.reason,
        at,
      } satisfies AccountSuspended)
    await audit(trx, {
      actorId: actor.id,
      act: 'change-account',
      subjectKind: 'account',
      subjectId: accountId,
      before: { accountStatus: before.account_status, biddingLimit: before.bidding_limit },
      after: { accountStatus: account_status, biddingLimit: bidding_limit },
      reason: change.reason,
    })
    return { ...before, account_status, bidding_limit }
  })
  house.outbox.nudge()
  accountChanged(house, accountId)
  return row
}
