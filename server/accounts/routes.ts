import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  askConfirmation,
  askPasswordReset,
  confirmEmail as confirmEndpoint,
  currentUser,
  logIn as logInEndpoint,
  logOut,
  readReferralCode,
  register as registerEndpoint,
  resetPassword as resetEndpoint,
} from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { askForMail } from './log-in/account-mail.ts'
import { confirmEmail } from './log-in/confirm-email.ts'
import { logIn } from './log-in/log-in.ts'
import { refuseCommon } from './passwords/choose-password.ts'
import { presentUser } from './present.ts'
import { register } from './log-in/register.ts'
import { resetPassword } from './log-in/reset-password.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { supportIn } from './sessions/session-store.ts'
import type { Sessions } from './sessions/sessions.ts'
import { accountById, accountOfReferralCode, type AccountRow } from './store.ts'
import type { Throttles } from './throttles.ts'

/** Coming in and going out: registration, log-in, log-out, and the links that are mailed. */
export function accountRoutes(app: FastifyInstance, house: House, sessions: Sessions, slow: Throttles): void {
  const { demo } = house.config

  const open = async (account: AccountRow, request: FastifyRequest, reply: FastifyReply) => {
    const { token, cookie } = await sessions.open(account.id, request)
    if (cookie !== null) reply.header('set-cookie', [cookie, await rememberDevice(house, request, account.id)])
    return { token, user: presentUser(account, demo) }
  }

  serve(app, registerEndpoint, async ({ body, request, reply }) => {
    // Refused before it counts: whoever chose a common password chooses again at once.
    const refused = refuseCommon(body.password, body)
    if (refused !== null) return refused
    await slow.registration(request, body.email)
    const account = await register(house, body)
    return account instanceof Refusal ? account : open(account, request, reply)
  })

  serve(app, readReferralCode, async ({ params, request }) => {
    await slow.link(request)
    return { isKnown: (await accountOfReferralCode(house.db, params.code)) !== null }
  })

  serve(app, logInEndpoint, async ({ body, request, reply }) => {
    return open(await logIn(house, slow, request, body), request, reply)
  })

  serve(app, logOut, async ({ person, request, reply }) => {
    await sessions.close(request)
    // A request that is in no session says nothing about the cookie's owner, who keeps it.
    if (person !== null) reply.header('set-cookie', sessions.cookieGone)
    return null
  })

  serve(app, currentUser, async ({ person }) => {
    const account = await accountById(house.db, person.id)
    if (account === null) throw notFound('this account')
    return presentUser(account, demo, person.supportBy === null ? null : await supportIn(house.db, person.sessionId))
  })

  linkRoutes(app, house, slow)
}

function linkRoutes(app: FastifyInstance, house: House, slow: Throttles): void {
  /** Read from the request alone: what an address has is looked up by the worker, later. */
  const accountsKnown = (request: FastifyRequest, person: Person | null) => [
    ...(person === null ? [] : [person.id]),
    ...(knownDevice(house, request)?.accounts ?? []),
  ]

  serve(app, askConfirmation, async ({ body: { email }, person, request }) => {
    await slow.mail(request, email)
    const knownTo = accountsKnown(request, person)
    await askForMail(house, house.db, { what: 'confirm-email', email, accountId: person?.id ?? null, knownTo })
    return { ok: true } as const
  })

  serve(app, confirmEndpoint, async ({ body, request }) => {
    await slow.link(request)
    return confirmEmail(house, body.token)
  })

  serve(app, askPasswordReset, async ({ body: { email }, request }) => {
    await slow.mail(request, email)
    const knownTo = accountsKnown(request, null)
    await askForMail(house, house.db, { what: 'reset-password', email, accountId: null, knownTo })
    return { ok: true } as const
  })

  serve(app, resetEndpoint, async ({ body, request }) => {
    await slow.link(request)
    return resetPassword(house, body.token, body.password)
  })
}
