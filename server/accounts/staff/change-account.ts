import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { forbidden, notFound, type Problem } from '#server/platform/problem.ts'
import { accountToHandle } from './handle-account.ts'
import { endInvitationsBy } from './owners.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { restrict } from './restrict.ts'
import type { AccountRow } from '../store.ts'

/** Whether a member of staff may not suspend a person because of what follows from it. In the transaction that suspends. */
type SuspensionCheck = (trx: Kysely<object>, pair: { actorId: string; accountId: string }) => Promise<boolean>

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    suspensionChecks: SuspensionCheck[]
  }
}

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
    if (account_status === 'suspended' && before.account_status !== 'suspended') {
      for (const check of app.extensions.suspensionChecks)
        if (await check(trx, { actorId: actor.id, accountId })) throw hasPart()
    }
    await restrict(trx, { id: accountId, before }, { to, actorId: actor.id, reason: change.reason })
    if (account_status === 'suspended') await endInvitationsBy(trx, accountId)
    return { ...before, account_status, bidding_limit }
  })
  app.outbox.nudge()
  accountChanged(app, accountId)
  return row
}

/** A suspension voids the person's bids, and no one voids a bid in whose outcome they have a part. */
function hasPart(): Problem {
  return forbidden(
    'You or someone in your household bid on or sell a lot on which this would void bids. Ask a colleague.',
  )
}
