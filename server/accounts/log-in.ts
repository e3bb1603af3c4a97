import type { LogIn } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { Problem } from '#server/platform/problem.ts'
import { passwordFits } from './passwords.ts'
import { accountByEmail, type AccountRow } from './store.ts'

/** Throws `wrong-credentials` in the same words and after the same work, whether or not there is such an account. */
export async function logIn(house: House, { email, password }: LogIn): Promise<AccountRow> {
  const account = await accountByEmail(house.db, email)
  const usable = account !== null && account.account_status !== 'closed'
  if (await passwordFits(password, usable ? account.password_hash : null)) return account!
  throw new Problem(401, 'wrong-credentials', 'The email address or the password is not right.')
}
