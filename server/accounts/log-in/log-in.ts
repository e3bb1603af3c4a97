import type { FastifyRequest } from 'fastify'
import type { LogIn } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { Problem } from '#server/platform/problem.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { takeCode } from '../second-factor/second-factor.ts'
import { placeOf, type Place } from '../known-device.ts'
import { accountByAddress, claimsOf, type AccountRow } from '../store.ts'
import type { Throttles } from '../throttles.ts'

/**
 * The account of an address and a password: the one whose address it is, or else one that claims it: the first, whom nobody who
 * registers later can shut out, or the newest. Three passwords are always looked at, so that words and time are the same however many
 * accounts there are. Throws 401: `wrong-credentials`; `second-factor-required` where the password is right and the code is missing;
 * `wrong-code`. Throws 429 after too many wrong tries.
 */
export async function logIn(
  house: House,
  slow: Throttles,
  request: FastifyRequest,
  { email, password, code }: LogIn,
): Promise<AccountRow> {
  const owner = usable(await accountByAddress(house.db, email))
  const claims = await claimsOf(house.db, email)
  const candidates = [owner, usable(claims?.first ?? null), usable(claims?.last ?? null)]
  // A device of somebody who merely claims the address is a stranger's to its owner.
  const place = placeOf(house, request, candidates.find((one) => one !== null)?.id ?? null)
  const wasRight = await slow.logIn(email, place)
  const fits = await Promise.all(candidates.map((one) => passwordFits(password, one?.password_hash ?? null)))
  const account = candidates.find((_, index) => fits[index]) ?? null
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
