import type * as z from 'zod/mini'
import type { StaffAccount } from '#contract/accounts/staff-links.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, refuse, type Refusal } from '#server/platform/problem.ts'
import { linkHash } from '../log-in/secret-link.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { insertStaff } from '../staff/create-staff.ts'
import { hasOwner, lockOwners } from '../staff/owners.ts'
import type { AccountRow } from '../store.ts'
import { deleteSetUpLinks, deleteStaffLink, findStaffLink, lockStaffLink, type StaffLinkRow } from './link-store.ts'

/** What a link offers. Refuses `link-not-valid`. */
export async function openLink(app: App, secret: string): Promise<StaffLinkRow | Refusal> {
  const link = await findStaffLink(app.db, linkHash(secret))
  if (link === null || (link.email === null && (await hasOwner(app.db)))) return notValid()
  return link
}

/**
 * Creates the account that a link offers, once. The link of an invitation confirms the address that it was sent to; a set-up link ends all
 * others. Refuses `link-not-valid`, `password-too-common` and `address-taken`; then the link stays as it was.
 */
export async function acceptLink(
  app: App,
  { token, name, email: chosen, password }: z.infer<typeof StaffAccount>,
): Promise<AccountRow | Refusal> {
  const offer = await findStaffLink(app.db, linkHash(token))
  if (offer === null) return notValid()
  const email = offer.email ?? chosen
  if (email === undefined) throw invalidInput([{ field: 'email', message: 'Enter your email address.' }])
  const passwordHash = await choosePassword(password, { email, name })
  if (typeof passwordHash !== 'string') return passwordHash
  return app.db.transaction().execute(async (trx) => {
    if (offer.email === null) await lockOwners(trx)
    if (offer.email === null && (await hasOwner(trx))) return notValid()
    const link = await lockStaffLink(trx, linkHash(token))
    if (link === null) return notValid()
    const account = await insertStaff(trx, { email, name, roles: link.roles, passwordHash })
    if (account === null)
      return refuse('address-taken', 'Another account has this email. Staff accounts need an address of their own.')
    await (link.email === null ? deleteSetUpLinks(trx) : deleteStaffLink(trx, link.id))
    return account
  })
}

function notValid(): Refusal {
  return refuse('link-not-valid', 'This link was already used, withdrawn or has expired. Ask for a new one.')
}
