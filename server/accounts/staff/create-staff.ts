import { randomBytes } from 'node:crypto'
import type { STAFF_ROLES } from '#contract/platform/access-levels.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { createAccount } from '../create-account.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { AccountRow } from '../store.ts'

export type NewStaff = {
  email: string
  name: string
  role: (typeof STAFF_ROLES)[number]
  /** Omitted: a random one is generated. */
  password?: string
}

/**
 * Creates a staff account. The password is returned once and stored nowhere. The first owner has no creator, so the action is audited under
 * the new account's own id. Null: the address is taken.
 */
export async function createStaff(
  app: App,
  { email, name, role, password = randomBytes(18).toString('base64url') }: NewStaff,
): Promise<{ account: AccountRow; password: string } | null> {
  const passwordHash = await hashPassword(password)
  const given = { email: email.trim().toLowerCase(), name, passwordHash, phone: '', country: 'ZZ' }
  const account = await app.db.transaction().execute(async (trx) => {
    const created = await createAccount(trx, given, { role, emailConfirmed: true })
    if (created === null) return null
    const subject = { subjectKind: 'account', subjectId: created.id }
    await audit(trx, { actorId: created.id, action: 'create-staff', ...subject, after: { role } })
    return created
  })
  return account === null ? null : { account, password }
}
