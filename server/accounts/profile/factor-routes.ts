import type { FastifyInstance } from 'fastify'
import {
  confirmEnrolment as confirmEndpoint,
  confirmItIsYou as proveEndpoint,
  removeSecondFactor,
  renewRecoveryCodes as renewEndpoint,
  startEnrolment as startEndpoint,
} from '#contract/accounts/account-profile.ts'
import type { App } from '#server/platform/app.ts'
import { Refusal, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ownAccount } from '../passwords/own-password.ts'
import { confirmItIsYou } from './confirm-it-is-you.ts'
import { takeCode } from '../second-factor/second-factor.ts'
import { confirmEnrolment, removeFactor, renewRecoveryCodes, startEnrolment, wrongCode } from './set-up-factor.ts'
import type { AccountRow } from '../store.ts'
import type { Throttles } from '../throttles.ts'

export function factorRoutes(http: FastifyInstance, app: App, slow: Throttles): void {
  serve(http, startEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(app, person.id, body.currentPassword)
    return account instanceof Refusal ? account : startEnrolment(app, account)
  })

  serve(http, confirmEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const codes = await confirmEnrolment(app, person, body.code)
    return codes instanceof Refusal ? codes : { recoveryCodes: codes }
  })

  serve(http, proveEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.id)
    return confirmItIsYou(app, person, body)
  })

  serve(http, renewEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await twiceProven(app, person.id, body)
    return account instanceof Refusal ? account : { recoveryCodes: await renewRecoveryCodes(app, account.id) }
  })

  serve(http, removeSecondFactor, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await twiceProven(app, person.id, body)
    return account instanceof Refusal ? account : removeFactor(app, account)
  })
}

/** The account, if both the password and the code are right. */
async function twiceProven(
  app: App,
  accountId: string,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<AccountRow | Refusal> {
  const account = await ownAccount(app, accountId, currentPassword)
  if (account instanceof Refusal) return account
  if (account.second_factor_since === null)
    return refuse('not-on', 'Two-factor authentication is off. Turn it on first.')
  return (await takeCode(app, accountId, code)) ? account : wrongCode()
}
