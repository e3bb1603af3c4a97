import type { FastifyInstance } from 'fastify'
import {
  confirmEnrolment as confirmEndpoint,
  confirmItIsYou as proveEndpoint,
  removeSecondFactor,
  renewRecoveryCodes as renewEndpoint,
  startEnrolment as startEndpoint,
} from '#contract/account-profile.ts'
import type { House } from '#server/platform/house.ts'
import { Refusal, refuse } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ownAccount } from '../passwords/own-password.ts'
import { confirmItIsYou } from './confirm-it-is-you.ts'
import { takeCode } from '../second-factor/second-factor.ts'
import { confirmEnrolment, removeFactor, renewRecoveryCodes, startEnrolment, wrongCode } from './set-up-factor.ts'
import type { AccountRow } from '../store.ts'
import type { Throttles } from '../throttles.ts'

export function factorRoutes(app: FastifyInstance, house: House, slow: Throttles): void {
  serve(app, startEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(house, person.id, body.currentPassword)
    return account instanceof Refusal ? account : startEnrolment(house, account)
  })

  serve(app, confirmEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const codes = await confirmEnrolment(house, person, body.code)
    return codes instanceof Refusal ? codes : { recoveryCodes: codes }
  })

  serve(app, proveEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.id)
    return confirmItIsYou(house, person, body)
  })

  serve(app, renewEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await twiceProven(house, person.id, body)
    return account instanceof Refusal ? account : { recoveryCodes: await renewRecoveryCodes(house, account.id) }
  })

  serve(app, removeSecondFactor, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await twiceProven(house, person.id, body)
    return account instanceof Refusal ? account : removeFactor(house, account)
  })
}

/** The account, to somebody with its password and a code. */
async function twiceProven(
  house: House,
  accountId: string,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<AccountRow | Refusal> {
  const account = await ownAccount(house, accountId, currentPassword)
  if (account instanceof Refusal) return account
  if (account.second_factor_since === null) return refuse('not-on', 'Your second factor is off.')
  return (await takeCode(house, accountId, code)) ? account : wrongCode()
}
