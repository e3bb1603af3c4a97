import type { FastifyInstance } from 'fastify'
import {
  addAddress as addAddressEndpoint,
  askEmailChange,
  changeAddress as changeAddressEndpoint,
  changePassword as changePasswordEndpoint,
  changeProfile,
  closeAccount as closeEndpoint,
  endAllSessions,
  endSession,
  exportData as exportEndpoint,
  listSessions,
  readProfile as readEndpoint,
  removeAddress,
  type Profile,
} from '#contract/accounts/account-profile.ts'
import type { App } from '#server/platform/app.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { notFound, Refusal, refuse } from '#server/platform/problem.ts'
import { jsonStream } from '#server/platform/http/json-stream.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { deleteAddress, addressesOf } from './address-store.ts'
import { addAddress, changeAddress } from './addresses.ts'
import { closeAccount } from './close-account.ts'
import { presentSession } from '../sessions/device-words.ts'
import { exportData } from './export-data.ts'
import { ownAccount, wrongPassword } from '../passwords/own-password.ts'
import { deleteSessionOf, openSessionsOf } from '../sessions/session-store.ts'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.ts'
import { accountChanged, type Sessions } from '../sessions/sessions.ts'
import { setContact, setPassword, type AccountRow, accountById } from '../store.ts'
import type { Throttles } from '../throttles.ts'
import type { Person } from '#server/platform/person.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { ENDING_WITH_PASSWORD, endLinks, pendingEmailOf } from '../log-in/link-store.ts'
import { notifySecurity } from '../notify-security.ts'
import { recoveryCodesLeft } from '../second-factor/factor-store.ts'
import { factorState } from '../second-factor/second-factor.ts'

/** What a person does with the own account. */
export function profileRoutes(http: FastifyInstance, app: App, sessions: Sessions, slow: Throttles): void {
  serve(http, readEndpoint, ({ person }) => readProfile(app, person.id))

  serve(http, changeProfile, async ({ body, person }) => {
    await setContact(app.db, person.id, body)
    accountChanged(app, person.id)
    return { ok: true } as const
  })

  serve(http, addAddressEndpoint, async ({ body, person }) => {
    const added = await addAddress(app, person.id, body)
    accountChanged(app, person.id)
    return added
  })

  serve(http, changeAddressEndpoint, ({ params, body, person }) =>
    changeAddress(app, person.id, params.addressId, body),
  )

  serve(http, removeAddress, async ({ params, person }) => {
    if (!(await deleteAddress(app.db, person.id, params.addressId))) throw notFound('this address')
    accountChanged(app, person.id)
    return null
  })

  sessionRoutes(http, app, sessions)
  seriousRoutes(http, app, sessions, slow)
}

function sessionRoutes(http: FastifyInstance, app: App, sessions: Sessions): void {
  serve(http, listSessions, async ({ person }) => {
    const rows = await openSessionsOf(app.db, person.id)
    return { items: rows.map((row) => presentSession(row, person.sessionId)) }
  })

  serve(http, endSession, async ({ params, person, reply }) => {
    if (!(await deleteSessionOf(app.db, person.id, params.sessionId))) throw notFound('this session')
    accountChanged(app, person.id)
    if (params.sessionId === person.sessionId) reply.header('set-cookie', sessions.cookieGone)
    return null
  })

  serve(http, endAllSessions, async ({ person, reply }) => {
    await app.db.transaction().execute((trx) => signOutEverywhere(app, trx, person.id))
    accountChanged(app, person.id)
    reply.header('set-cookie', sessions.cookieGone)
    return null
  })
}

/** Actions that ask for the password again. */
function seriousRoutes(http: FastifyInstance, app: App, sessions: Sessions, slow: Throttles): void {
  serve(http, changePasswordEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(app, person.id, body.currentPassword)
    return account instanceof Refusal ? account : changePassword(app, person, account, body.password)
  })

  serve(http, askEmailChange, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(app, person.id, body.currentPassword)
    if (account instanceof Refusal) return account
    if (account.email === body.email)
      return refuse('same-address', 'This is already your account’s email address. Enter a different one.')
    await slow.mail(request, body.email)
    await enqueue(app.db, 'account-mail-asked', {
      what: 'change-email',
      email: body.email,
      accountId: person.id,
      knownTo: [person.id],
      passwordSince: account.password_changed_at,
    })
    return { ok: true } as const
  })

  serve(http, exportEndpoint, async ({ body, person, request, reply }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(app, person.id, body.currentPassword)
    if (account instanceof Refusal) return account
    const data = await exportData(app, person.id)
    return sendFile(reply, `paddock-${person.paddle}.json`, 'application/json; charset=utf-8', jsonStream(data))
  })

  serve(http, closeEndpoint, async ({ body, person, request, reply }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(app, person.id, body.currentPassword)
    const answer = account instanceof Refusal ? account : await closeAccount(app, account, body.code)
    if (!(answer instanceof Refusal)) reply.header('set-cookie', sessions.cookieGone)
    return answer
  })
}

/**
 * The current session stays; all others end, as do links that the old password could request. Refuses `password-too-common`, and `wrong-password` if the password that was entered was replaced
 * meanwhile.
 */
async function changePassword(
  app: App,
  { id, sessionId }: Person,
  account: AccountRow,
  password: string,
): Promise<{ ok: true } | Refusal> {
  const chosen = await choosePassword(password, account)
  if (typeof chosen !== 'string') return chosen
  const isChanged = await app.db.transaction().execute(async (trx) => {
    if (!(await setPassword(trx, id, chosen, account.password_hash))) return false
    await endLinks(trx, id, ENDING_WITH_PASSWORD)
    await signOutEverywhere(app, trx, id, sessionId)
    await notifySecurity(app, trx, id, 'Your password was changed, and all other sessions were signed out.')
    return true
  })
  if (!isChanged) return wrongPassword()
  accountChanged(app, id)
  return { ok: true }
}

async function readProfile(app: App, accountId: string): Promise<Profile> {
  const account = await accountById(app.db, accountId)
  if (account === null) throw notFound('this account')
  const [addresses, pendingEmail, left] = await Promise.all([
    addressesOf(app.db, accountId),
    pendingEmailOf(app.db, accountId),
    recoveryCodesLeft(app.db, accountId),
  ])
  return {
    addresses,
    pendingEmail,
    passwordChangedAt: account.password_changed_at,
    secondFactor: {
      since: account.second_factor_since,
      recoveryCodesLeft: left,
      obligatory: factorState({ ...account, second_factor_since: null }, app.config.demo) === 'due',
    },
  }
}
