import { randomBytes } from 'node:crypto'
import type { STAFF_ROLES } from '#contract/rungs.ts'
import type { House } from '#server/platform/house.ts'
import { audit } from '#server/platform/audit.ts'
import { createAccount } from '../create-account.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { AccountRow } from '../store.ts'

export type NewStaff = {
  email: string
  name: string
  role: (typeof STAFF_ROLES)[number]
  /** Left out: one that nobody chose. */
  password?: string
}

/**
 * An account for somebody who works at the house. The password is answered once and stored nowhere. For the first owner, who has
 * nobody to be created by; the act is audited under the account's own id. Null: the address is taken.
 */
export async function createStaff(
  house: House,
  { email, name, role, password = randomBytes(18).toString('base64url') }: NewStaff,
): Promise<{ account: AccountRow; password: string } | null> {
  const passwordHash = await hashPassword(password)
  const given = { email: email.trim().toLowerCase(), name, passwordHash, phone: '', country: 'ZZ' }
  const account = await house.db.transaction().execute(async (trx) => {
    const created = await createAccount(trx, given, { role, emailConfirmed: true })
    if (created === null) return null
    const subject = { subjectKind: 'account', subjectId: created.id }
    await audit(trx, { actorId: created.id, act: 'create-staff', ...subject, after: { role } })
    return created
  })
  return account === null ? null : { account, password }
}
