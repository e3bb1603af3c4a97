import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { roleWords } from '#contract/accounts/staff.ts'
import type { StaffRole } from '#contract/platform/access-levels.ts'
import { storedRoles } from '#contract/platform/access-levels.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { newId } from '#server/platform/id.ts'
import { notifyAddress } from '#server/platform/notice.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { linkHash } from '../log-in/secret-link.ts'
import { requireOwner } from '../staff/owners.ts'
import { accountByAddress, accountById } from '../store.ts'
import { deleteInvitation, insertStaffLink, renewInvitation } from './link-store.ts'

const INVITATION_DAYS = 7
const HOURS = INVITATION_DAYS * 24

type Actor = Pick<Person, 'id'>

const subjectOf = (invitationId: string) => ({ subjectKind: 'staff-invitation', subjectId: invitationId })

/** Sends an invitation. Refuses `already-invited` and `address-taken`. */
export async function inviteStaff(
  app: App,
  actor: Actor,
  { email, roles: chosen }: { email: string; roles: readonly StaffRole[] },
): Promise<{ id: string } | Refusal> {
  const { role, moreRoles } = storedRoles(chosen)
  const roles = [role, ...moreRoles]
  const secret = randomBytes(32).toString('base64url')
  return app.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor.id)
    if ((await accountByAddress(trx, email)) !== null)
      return refuse('address-taken', 'Another account has this email. Staff accounts need an address of their own.')
    const id = newId()
    const link = { id, email, roles, token_hash: linkHash(secret), invited_by: actor.id, hours: HOURS }
    if (!(await insertStaffLink(trx, link)))
      return refuse('already-invited', 'This address is already invited. Resend that invitation, or withdraw it.')
    await send(app, trx, actor, { email, roles, secret })
    await audit(trx, { actorId: actor.id, action: 'invite-staff', ...subjectOf(id), after: { email, roles } })
    return { id }
  })
}

/** Sends a new link; the one sent before opens nothing. */
export async function resendInvitation(app: App, actor: Actor, invitationId: string): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  await app.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor.id)
    const link = await renewInvitation(trx, invitationId, {
      tokenHash: linkHash(secret),
      invitedBy: actor.id,
      hours: HOURS,
    })
    if (link === null || link.email === null) throw notFound('this invitation')
    const { email, roles } = link
    await send(app, trx, actor, { email, roles, secret })
    await audit(trx, {
      actorId: actor.id,
      action: 'resend-invitation',
      ...subjectOf(invitationId),
      after: { email, roles },
    })
  })
}

export async function withdrawInvitation(app: App, actor: Actor, invitationId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor.id)
    const link = await deleteInvitation(trx, invitationId)
    if (link === null) throw notFound('this invitation')
    const before = { email: link.email, roles: link.roles }
    await audit(trx, { actorId: actor.id, action: 'withdraw-invitation', ...subjectOf(invitationId), before })
  })
}

async function send(
  app: App,
  trx: Kysely<object>,
  actor: Actor,
  { email, roles, secret }: { email: string; roles: readonly StaffRole[]; secret: string },
): Promise<void> {
  const inviter = await accountById(trx, actor.id)
  const facts = {
    link: `/admin-login#invitation=${secret}`,
    roles: roleWords(roles),
    by: inviter?.name ?? '',
    days: INVITATION_DAYS,
  }
  await notifyAddress(app, trx, { kind: 'staff-invitation', key: newId(), facts, to: email })
}
