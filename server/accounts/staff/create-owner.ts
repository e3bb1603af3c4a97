import { Registration } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { isCommonPassword } from '../passwords/common-passwords.ts'
import { createStaff } from './create-staff.ts'
import { accountByAddress } from '../store.ts'

export type NewOwner = { email: string; name: string }

/** Why there can be no such owner, in plain words; null: there can. Asked before anybody is asked for a password. */
export async function whyNoOwner(house: House, { email, name }: NewOwner): Promise<string | null> {
  const address = Registration.shape.email.safeParse(email)
  if (!address.success) return `--email: ${address.error.issues[0]?.message}`
  const called = Registration.shape.name.safeParse(name)
  if (!called.success) return `--name: ${called.error.issues[0]?.message}`
  const known = await accountByAddress(house.db, address.data)
  if (known === null) return null
  return known.role === 'owner'
    ? `${address.data} is an owner already. Log in at ${house.config.publicUrl}/admin-login.`
    : `${address.data} has an account already. Take another address for the owner; nothing was changed.`
}

/** An owner with a password of their own choice: for the first one, whom nobody can invite. Answers why not, or null. */
export async function createOwner(house: House, given: NewOwner & { password: string }): Promise<string | null> {
  const { email, name, password } = given
  const refused = (await whyNoOwner(house, given)) ?? whyNoPassword(given)
  if (refused !== null) return refused
  const created = await createStaff(house, { email, name: name.trim(), role: 'owner', password })
  return created === null ? whyNoOwner(house, given) : null
}

function whyNoPassword({ email, name, password }: NewOwner & { password: string }): string | null {
  const read = Registration.shape.password.safeParse(password)
  if (!read.success) return `The password: ${read.error.issues[0]?.message}`
  if (!isCommonPassword(password, [email.split('@')[0] ?? '', name])) return null
  return 'The password is among the first that are tried. Choose another.'
}
