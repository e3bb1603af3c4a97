import type { BodyOf } from '#contract/endpoint.ts'
import type { confirmItIsYou as endpoint } from '#contract/account-profile.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { ownAccount } from '../passwords/own-password.ts'
import { confirmSession, wasConfirmed } from '../sessions/session-store.ts'
import { takeCode } from '../second-factor/second-factor.ts'

/** How long a proof is fresh. */
const FRESH_MINUTES = 10

export function confirmedLately(house: House, person: Person): Promise<boolean> {
  return wasConfirmed(house.db, person.sessionId, FRESH_MINUTES)
}

/**
 * The person of a session proves again who they are. Who has a second factor gives a code of it: the password alone is not enough. Staff
 * without one, whom only a demo lets in, give their password.
 */
export async function confirmItIsYou(
  house: House,
  person: Person,
  { code = '', password = '' }: BodyOf<typeof endpoint>,
): Promise<{ ok: true } | Refusal> {
  if (person.secondFactor === 'on') {
    if (!(await takeCode(house, person.id, code))) {
      return refuse('wrong-code', 'This code is not right, or was used before. Wait for the next one.')
    }
  } else {
    const account = await ownAccount(house, person.id, password)
    if (account instanceof Refusal) return account
  }
  await confirmSession(house.db, person.sessionId)
  return { ok: true }
}
