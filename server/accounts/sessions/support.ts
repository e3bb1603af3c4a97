import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { forbidden, notFound } from '#server/platform/problem.ts'
import { setSupport } from './session-store.ts'
import { accountChanged } from './sessions.ts'
import { accountById, type AccountRow } from '../store.ts'

const MINUTES = 30

/**
 * Shows a member's account in the session of somebody from the house, to read only, for half an hour: every other request than a
 * reading one is refused, and so is whatever tells a maximum. The session stays that of its owner and ends with it.
 */
export async function startSupport(
  house: House,
  actor: Person,
  accountId: string,
  reason: string,
): Promise<AccountRow> {
  const member = await accountById(house.db, accountId)
  if (member === null || member.account_status === 'closed') throw notFound('this account')
  if (member.role !== 'member') throw forbidden('Support looks at accounts of members only.')
  await house.db.transaction().execute(async (trx) => {
    await setSupport(trx, actor.sessionId, { accountId, minutes: MINUTES })
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, act: 'start-support', ...subject, reason })
  })
  tellBoth(house, actor.id, accountId)
  return member
}

/** Back to one's own account; without a session of support nothing changes. */
export async function endSupport(house: House, { id, sessionId, supportBy }: Person): Promise<AccountRow> {
  const ownerId = supportBy ?? id
  if (supportBy !== null) {
    await house.db.transaction().execute(async (trx) => {
      await setSupport(trx, sessionId, null)
      await audit(trx, { actorId: ownerId, act: 'end-support', subjectKind: 'account', subjectId: id })
    })
    tellBoth(house, ownerId, id)
  }
  const owner = await accountById(house.db, ownerId)
  if (owner === null) throw notFound('this account')
  return owner
}

/** Streams hang on either account: both are looked at anew, and those that show the wrong person are cut. */
function tellBoth(house: House, staffId: string, memberId: string): void {
  accountChanged(house, staffId)
  accountChanged(house, memberId)
}
