import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { forbidden, notFound } from '#server/platform/problem.ts'
import { setSupport } from './session-store.ts'
import { accountChanged } from './sessions.ts'
import { accountById, type AccountRow } from '../store.ts'

const MINUTES = 30

/**
 * Shows a member's account in a staff member's session, read-only, for half an hour: all requests except reads are refused, and so is
 * anything that reveals a maximum. The session still belongs to the staff member and ends with theirs.
 */
export async function startSupport(app: App, actor: Person, accountId: string, reason: string): Promise<AccountRow> {
  const member = await accountById(app.db, accountId)
  if (member === null || member.account_status === 'closed') throw notFound('this account')
  if (member.role !== 'member') throw forbidden('You can view member accounts only. This is a staff account.')
  await app.db.transaction().execute(async (trx) => {
    await setSupport(trx, actor.sessionId, { accountId, minutes: MINUTES })
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, action: 'start-support', ...subject, reason })
  })
  notifyBoth(app, actor.id, accountId)
  return member
}

/** Returns to the staff member's own account; without a support session nothing changes. */
export async function endSupport(app: App, { id, sessionId, supportBy }: Person): Promise<AccountRow> {
  const ownerId = supportBy ?? id
  if (supportBy !== null) {
    await app.db.transaction().execute(async (trx) => {
      await setSupport(trx, sessionId, null)
      await audit(trx, { actorId: ownerId, action: 'end-support', subjectKind: 'account', subjectId: id })
    })
    notifyBoth(app, ownerId, id)
  }
  const owner = await accountById(app.db, ownerId)
  if (owner === null) throw notFound('this account')
  return owner
}

/** Streams belong to either account: both are checked again, and streams that show the wrong person are closed. */
function notifyBoth(app: App, staffId: string, memberId: string): void {
  accountChanged(app, staffId)
  accountChanged(app, memberId)
}
