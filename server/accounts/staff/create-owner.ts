import { Registration } from '#contract/accounts/account-inputs.ts'
import type { App } from '#server/platform/app.ts'
import { isCommonPassword } from '../passwords/common-passwords.ts'
import { createStaff } from './create-staff.ts'
import { accountByAddress } from '../store.ts'

export type NewOwner = { email: string; name: string }

/** Why this owner cannot be created, as a sentence; null: they can. Checked before the password is asked for. */
export async function whyNoOwner(app: App, { email, name }: NewOwner): Promise<string | null> {
  const address = Registration.shape.email.safeParse(email)
  if (!address.success) return `--email: ${address.error.issues[0]?.message}`
  const called = Registration.shape.name.safeParse(name)
  if (!called.success) return `--name: ${called.error.issues[0]?.message}`
  const known = await accountByAddress(app.db, address.data)
  if (known === null) return null
  return known.role === 'owner'
    ? `${address.data} is already an owner. Sign in at ${app.config.publicUrl}/admin-login.`
    : `${address.data} already has an account. Use another email for the owner. Nothing was changed.`
}

/** Creates an owner with a password they choose: for the first owner, whom no one can invite. Returns why it failed, or null. */
export async function createOwner(app: App, given: NewOwner & { password: string }): Promise<string | null> {
  const { email, name, password } = given
  const refused = (await whyNoOwner(app, given)) ?? whyNoPassword(given)
  if (refused !== null) return refused
  const created = await createStaff(app, { email, name: name.trim(), roles: ['owner'], password })
  return created === null ? whyNoOwner(app, given) : null
}

function whyNoPassword({ email, name, password }: NewOwner & { password: string }): string | null {
  const read = Registration.shape.password.safeParse(password)
  if (!read.success) return `The password: ${read.error.issues[0]?.message}`
  if (!isCommonPassword(password, [email.split('@')[0] ?? '', name])) return null
  return 'The password is too common. Choose another.'
}
