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
} from '#contract/accounts/accounts.ts'
import type { App } from '#server/platform/app.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { confirmEmail } from './log-in/confirm-email.ts'
import { logIn, wrongCredentials } from './log-in/log-in.ts'
import { refuseCommon } from './passwords/choose-password.ts'
import { presentUser } from './present.ts'
import { register } from './log-in/register.ts'
import { resetPassword } from './log-in/reset-password.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { supportIn } from './sessions/session-store.ts'
import type { Sessions } from './sessions/sessions.ts'
import { accountById, accountOfReferralCode, type AccountRow } from './store.ts'
import { teamRoutes } from './team/routes.ts'
import type { Throttles } from './throttles.ts'

/** Registration, signing in and out, and emailed links. */
export function accountRoutes(http: FastifyInstance, app: App, sessions: Sessions, slow: Throttles): void {
  const { demo } = app.config

  const open = async (account: AccountRow, request: FastifyRequest, reply: FastifyReply) => {
    const opened = await sessions.open(account, request)
    if (opened === null) throw wrongCredentials()
    const { token, cookie } = opened
    if (cookie !== null) reply.header('set-cookie', [cookie, await rememberDevice(app, request, account.id)])
    return { token, user: presentUser(account, demo) }
  }

  serve(http, registerEndpoint, async ({ body, request, reply }) => {
    // Refused before it counts toward the limit: a person who chose a common password can choose again immediately.
    const refused = refuseCommon(body.password, body)
    if (refused !== null) return refused
    await slow.registration(request, body.email)
    const account = await register(app, body)
    return account instanceof Refusal ? account : open(account, request, reply)
  })

  serve(http, readReferralCode, async ({ params, request }) => {
    await slow.link(request)
    const owner = await accountOfReferralCode(app.db, params.code)
    return { isKnown: owner !== null && !owner.isClosed, isClosed: owner?.isClosed ?? false }
  })

  serve(http, logInEndpoint, async ({ body, request, reply }) => {
    return open(await logIn(app, slow, request, body), request, reply)
  })

  serve(http, logOut, async ({ person, request, reply }) => {
    await sessions.close(request)
    // A request without a session says nothing about the cookie's owner, so the cookie stays.
    if (person !== null) reply.header('set-cookie', sessions.cookieGone)
    return null
  })

  serve(http, currentUser, async ({ person }) => {
    const account = await accountById(app.db, person.id)
    if (account === null) throw notFound('this account')
    return presentUser(account, demo, person.supportBy === null ? null : await supportIn(app.db, person.sessionId))
  })

  linkRoutes(http, app, slow)
  teamRoutes(http, app, slow, open)
}

function linkRoutes(http: FastifyInstance, app: App, slow: Throttles): void {
  /** Read from the request only: the worker looks up the address later. */
  const accountsKnown = (request: FastifyRequest, person: Person | null) => [
    ...(person === null ? [] : [person.id]),
    ...(knownDevice(app, request)?.accounts ?? []),
  ]

  serve(http, askConfirmation, async ({ body: { email }, person, request }) => {
    await slow.mail(request, email)
    const knownTo = accountsKnown(request, person)
    await enqueue(app.db, 'account-mail-asked', {
      what: 'confirm-email',
      email,
      accountId: person?.id ?? null,
      knownTo,
    })
    return { ok: true } as const
  })

  serve(http, confirmEndpoint, async ({ body, request }) => {
    await slow.link(request)
    return confirmEmail(app, body.token)
  })

  serve(http, askPasswordReset, async ({ body: { email }, request }) => {
    await slow.mail(request, email)
    const knownTo = accountsKnown(request, null)
    await enqueue(app.db, 'account-mail-asked', { what: 'reset-password', email, accountId: null, knownTo })
    return { ok: true } as const
  })

  serve(http, resetEndpoint, async ({ body, request }) => {
    await slow.link(request)
    return resetPassword(app, body.token, body.password)
  })
}
