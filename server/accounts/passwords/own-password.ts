import type { House } from '#server/platform/house.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { passwordFits } from './passwords.ts'
import { accountById, type AccountRow } from '../store.ts'

/** The account, to somebody who knows its password again: a session that lies open is not enough. Refuses `wrong-password`. */
export async function ownAccount(house: House, accountId: string, password: string): Promise<AccountRow | Refusal> {
  const account = await accountById(house.db, accountId)
  if (account === null) throw notFound('this account')
  if (await passwordFits(password, account.password_hash)) return account
  return refuse('wrong-password', 'This is not your present password.')
}
