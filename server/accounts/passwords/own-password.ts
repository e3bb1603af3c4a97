import type { App } from '#server/platform/app.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { passwordFits } from './passwords.ts'
import { accountById, type AccountRow } from '../store.ts'

/** The account, if the password is right: an open session alone is not enough. Refuses `wrong-password`. */
export async function ownAccount(app: App, accountId: string, password: string): Promise<AccountRow | Refusal> {
  const account = await accountById(app.db, accountId)
  if (account === null) throw notFound('this account')
  if (await passwordFits(password, account.password_hash)) return account
  return wrongPassword()
}

export function wrongPassword(): Refusal {
  return refuse('wrong-password', 'This isn’t your current password.')
}
