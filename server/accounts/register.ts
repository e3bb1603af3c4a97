import type { Registration } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { createAccount } from './create-account.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'
import type { AccountRow } from './store.ts'

/**
 * Opens an account. The password is hashed before the address is looked at, so that the time says nothing; that a taken address is
 * refused cannot be hidden from somebody who tries it, and is throttled by the caller.
 */
export async function register(house: House, input: Registration): Promise<AccountRow | Refusal> {
  if (isCommonPassword(input.password)) {
    return refuse('password-too-common', 'This password is among the first that are tried. Choose another.')
  }
  const passwordHash = await hashPassword(input.password)
  const { email, name, phone, country } = input
  const account = await createAccount(house.db, { email, name, phone, country, passwordHash })
  if (account !== null) return account
  return refuse('email-not-usable', 'This address cannot be used to register. If it is yours, log in instead.')
}
