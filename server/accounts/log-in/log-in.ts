import type { FastifyRequest } from 'fastify'
import type { LogIn } from '#contract/accounts/account-inputs.ts'
import type { App } from '#server/platform/app.ts'
import { Problem } from '#server/platform/problem.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { takeCode } from '../second-factor/second-factor.ts'
import { placeOf, type Place } from '../known-device.ts'
import { masked } from './mail-address.ts'
import { accountByAddress, accountById, claimsOf, mergedAt, type AccountRow } from '../store.ts'
import type { Throttles } from '../throttles.ts'

/**
 * The account for an address and a password: the one that owns the address, or else an account that claims it: the first claim, which later
 * registrations cannot lock out, or the newest. Always checks three passwords, so that the answer and its timing are the same however many
 * accounts there are. Throws 401: `wrong-credentials`; `second-factor-required` if the password is right and the code is missing;
 * `wrong-code`; `account-merged` if the password is that of an account merged into another. Throws 429 after too many wrong tries.
 */
export async function logIn(
  app: App,
  slow: Throttles,
  request: FastifyRequest,
  { email, password, code }: LogIn,
): Promise<AccountRow> {
  const owner = usable(await accountByAddress(app.db, email)) ?? (await mergedAt(app.db, email))
  const claims = await claimsOf(app.db, email)
  const candidates = [owner, usable(claims?.first ?? null), usable(claims?.last ?? null)]
  // To the owner of the address, the device of an account that merely claims it is a stranger's.
  const place = placeOf(app, request, candidates.find((one) => one !== null)?.id ?? null)
  const wasRight = await slow.logIn(email, place)
  const fits = await Promise.all(candidates.map((one) => passwordFits(password, one?.password_hash ?? null)))
  const account = candidates.find((_, index) => fits[index]) ?? null
  if (account === null) throw wrongCredentials()
  await wasRight()
  if (account.merged_into !== null) throw await signInThere(app, account.merged_into)
  if (account.second_factor_since !== null) await requireCode(app, account.id, code, place)
  return account
}

export function wrongCredentials(): Problem {
  return new Problem(401, 'wrong-credentials', 'The email or password is incorrect.')
}

/** Said only to someone with the right password. */
async function signInThere(app: App, keptId: string): Promise<Problem> {
  const kept = await accountById(app.db, keptId)
  const message = `This account was merged into your account ${masked(kept?.email ?? '')}. Sign in with that email.`
  return new Problem(401, 'account-merged', message)
}

async function requireCode(app: App, accountId: string, code: string | undefined, place: Place): Promise<void> {
  if (code === undefined)
    throw new Problem(401, 'second-factor-required', 'Enter the code from your authenticator app.')
  if (!(await takeCode(app, accountId, code, place)))
    throw new Problem(401, 'wrong-code', 'This code is incorrect or was already used.')
}

function usable(account: AccountRow | null): AccountRow | null {
  return account?.account_status === 'closed' ? null : account
}
