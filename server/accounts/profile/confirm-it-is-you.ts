import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { confirmItIsYou as endpoint } from '#contract/accounts/account-profile.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { ownAccount } from '../passwords/own-password.ts'
import { confirmSession, wasConfirmed } from '../sessions/session-store.ts'
import { takeCode } from '../second-factor/second-factor.ts'

/** How long a proof is fresh. */
const FRESH_MINUTES = 10

export function confirmedLately(app: App, person: Person): Promise<boolean> {
  return wasConfirmed(app.db, person.sessionId, FRESH_MINUTES)
}

/**
 * The person of a session confirms their identity again. With a second factor on, that takes a code: the password is not enough. Staff
 * without one, who are allowed only in a demo, enter their password.
 */
export async function confirmItIsYou(
  app: App,
  person: Person,
  { code = '', password = '' }: BodyOf<typeof endpoint>,
): Promise<{ ok: true } | Refusal> {
  if (person.secondFactor === 'on') {
    if (!(await takeCode(app, person.id, code))) {
      return refuse('wrong-code', 'This code is incorrect or was already used. Wait for the next one.')
    }
  } else {
    const account = await ownAccount(app, person.id, password)
    if (account instanceof Refusal) return account
  }
  await confirmSession(app.db, person.sessionId)
  return { ok: true }
}
