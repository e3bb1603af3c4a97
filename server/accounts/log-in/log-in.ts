import type { FastifyRequest } from 'fastify'
import type { LogIn } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { Problem } from '#server/platform/problem.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { takeCode } from '../second-factor/second-factor.ts'
import { placeOf, type Place } from '../known-device.ts'
import { accountByAddress, accountByClaim, type AccountRow } from '../store.ts'
import type { Throttles } from '../throttles.ts'

/**
 * The account of an address and a password: the one whose address it is, or else the newest that claims it. Both passwords are always
 * looked at, so that words and time are the same whether there is one account, two or none. Throws 401: `wrong-credentials`;
 * `second-factor-required` where the password is right and the code is missing; `wrong-code`. Throws 429 after too
 * many wrong tries.
 */
export async function logIn(
  house: House,
  slow: Throttles,
  request: FastifyRequest,
  { email, password, code }: LogIn,
): Promise<AccountRow> {
  const owner = usable(await accountByAddress(house.db, email))
  const claimant = usable(await accountByClaim(house.db, email))
  // A device of somebody who merely claims the address is a stranger's to its owner.
  const place = placeOf(house, request, (owner ?? claimant)?.id ?? null)
  const wasRight = await slow.logIn(email, place)
  const [isOwner, isClaimant] = await Promise.all([
    passwordFits(password, owner?.password_hash ?? null),
    passwordFits(password, claimant?.password_hash ?? null),
  ])
  const account = isOwner ? owner : isClaimant ? claimant : null
  if (account === null) throw new Problem(401, 'wrong-credentials', 'The email address or the password is not right.')
  await wasRight()
  if (account.second_factor_since !== null) await requireCode(house, account.id, code, place)
  return account
}

async function requireCode(house: House, accountId: string, code: string | undefined, place: Place): Promise<void> {
  if (code === undefined)
    throw new Problem(401, 'second-factor-required', 'Write the code that your authenticator app shows now.')
  if (!(await takeCode(house, accountId, code, place)))
    throw new Problem(401, 'wrong-code', 'This code is not right, or was used before.')
}

function usable(account: AccountRow | null): AccountRow | null {
  return account?.account_status === 'closed' ? null : account
}
