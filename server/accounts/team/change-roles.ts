import { sql } from 'kysely'
import { storedRoles, type StaffRole } from '#contract/platform/access-levels.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound } from '#server/platform/problem.ts'
import { endSupportBy } from '../sessions/session-store.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountToHandle } from '../staff/handle-account.ts'
import { endInvitationsBy, requireOwner } from '../staff/owners.ts'

/** Gives a colleague other roles, effective with their next request. Throws 404 for an account that isn't staff. */
export async function changeRoles(
  app: App,
  actor: Pick<Person, 'id' | 'role'>,
  accountId: string,
  { roles, reason }: { roles: readonly StaffRole[]; reason: string },
): Promise<StaffRole[]> {
  const { role, moreRoles } = storedRoles(roles)
  const shown = await app.db.transaction().execute(async (trx) => {
    const account = await accountToHandle(trx, actor, accountId)
    if (account.role === 'member' || account.account_status === 'closed') throw notFound('this colleague')
    await requireOwner(trx, actor.id)
    await sql`update account set role = ${role}, more_roles = ${moreRoles}::text[] where id = ${accountId}`.execute(trx)
    await audit(trx, {
      actorId: actor.id,
      action: 'change-roles',
      subjectKind: 'account',
      subjectId: accountId,
      before: { roles: [account.role, ...account.more_roles] },
      after: { roles: [role, ...moreRoles] },
      reason,
    })
    if (role !== 'owner') await endInvitationsBy(trx, accountId)
    // A role that is gone shows nobody's account any more.
    return endSupportBy(trx, accountId)
  })
  for (const id of [accountId, ...shown]) accountChanged(app, id)
  return [role, ...moreRoles]
}
