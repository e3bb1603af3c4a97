import type { Registration } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createAccount } from './create-account.ts'
import { hashPassword } from './passwords.ts'
import type { AccountRow } from './store.ts'

/**
 * Opens an account. Refuses `password-too-common`, and `email-not-usable` for an address that has an account. The second answer
 * tells somebody who tries an address that it is taken; as long as an account is usable without a confirmed address that cannot be
 * hidden. The password is hashed before the address is looked at, so that the time says no more than the words, and the caller
 * throttles hard per address and sender, so that lists of addresses cannot be tried.
 */
export async function register(house: House, input: Registration): Promise<AccountRow | Refusal> {
  const { email, name, phone, country, password } = input
  if (isCommonPassword(password, [email.split('@')[0] ?? '', name])) {
    return refuse('password-too-common', 'This password is among the first that are tried. Choose another.')
  }
  const passwordHash = await hashPassword(password)
  const account = await createAccount(house.db, { email, name, phone, country, passwordHash })
  if (account !== null) return account
  return refuse('email-not-usable', 'This address cannot be used to register. If it is yours, log in instead.')
}
