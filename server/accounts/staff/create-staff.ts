import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { storedRoles, type StaffRole } from '#contract/platform/access-levels.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { createAccount } from '../create-account.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { AccountRow } from '../store.ts'
import { lockOwners } from './owners.ts'

export type NewStaff = { email: string; name: string; roles: readonly StaffRole[] }

/**
 * Creates a staff account. Without a password, a random one is generated; it is returned once and stored nowhere. Null: the address is
 * taken.
 */
export async function createStaff(
  app: App,
  { password = randomBytes(18).toString('base64url'), ...given }: NewStaff & { password?: string },
): Promise<{ account: AccountRow; password: string } | null> {
  const passwordHash = await hashPassword(password)
  const account = await app.db.transaction().execute((trx) => insertStaff(trx, { ...given, passwordHash }))
  return account === null ? null : { account, password }
}

/** The first owner has no creator, and others create their own account with a link, so the action is audited under the account's own id. */
export async function insertStaff<T>(
  trx: Kysely<T>,
  { email, name, roles, passwordHash }: NewStaff & { passwordHash: string },
): Promise<AccountRow | null> {
  const { role, moreRoles } = storedRoles(roles)
  if (role === 'owner') await lockOwners(trx)
  const given = { email: email.trim().toLowerCase(), name, passwordHash, phone: '', country: 'ZZ' }
  const created = await createAccount(trx, given, { role, moreRoles, emailConfirmed: true })
  if (created === null) return null
  const subject = { subjectKind: 'account', subjectId: created.id }
  await audit(trx, { actorId: created.id, action: 'create-staff', ...subject, after: { roles: [role, ...moreRoles] } })
  return created
}
