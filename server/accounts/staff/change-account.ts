import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound } from '#server/platform/problem.ts'
import { accountToHandle } from './handle-account.ts'
import { endInvitationsBy } from './owners.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { restrict } from './restrict.ts'
import type { AccountRow } from '../store.ts'

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
    const to = { account_status, bidding_limit }
    await restrict(trx, { id: accountId, before }, { to, actorId: actor.id, reason: change.reason })
    if (account_status === 'suspended') await endInvitationsBy(trx, accountId)
    return { ...before, account_status, bidding_limit }
  })
  app.outbox.nudge()
  accountChanged(app, accountId)
  return row
}
