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
} from '#contract/account-profile.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, Refusal, refuse } from '#server/platform/problem.ts'
import { jsonStream } from '#server/platform/http/json-stream.ts'
import { serve } from '#server/platform/http/serve.ts'
import { askForMail } from '../log-in/account-mail.ts'
import { deleteAddress } from './address-store.ts'
import { addAddress, changeAddress } from './addresses.ts'
import { changePassword } from './change-password.ts'
import { closeAccount } from './close-account.ts'
import { presentSession } from '../sessions/device-words.ts'
import { exportData } from './export-data.ts'
import { ownAccount } from '../passwords/own-password.ts'
import { readProfile } from './read-profile.ts'
import { deleteSessionOf, deleteSessionsOf, openSessionsOf } from '../sessions/session-store.ts'
import { accountChanged, type Sessions } from '../sessions/sessions.ts'
import { setContact } from '../store.ts'
import type { Throttles } from '../throttles.ts'

/** What a person does with the own account. */
export function profileRoutes(app: FastifyInstance, house: House, sessions: Sessions, slow: Throttles): void {
  serve(app, readEndpoint, ({ person }) => readProfile(house, person.id))

  serve(app, changeProfile, async ({ body, person }) => {
    await setContact(house.db, person.id, body.phone ?? null, body.country ?? null)
    accountChanged(house, person.id)
    return { ok: true } as const
  })

  serve(app, addAddressEndpoint, async ({ body, person }) => {
    const added = await addAddress(house, person.id, body)
    accountChanged(house, person.id)
    return added
  })

  serve(app, changeAddressEndpoint, ({ params, body, person }) =>
    changeAddress(house, person.id, params.addressId, body),
  )

  serve(app, removeAddress, async ({ params, person }) => {
    if (!(await deleteAddress(house.db, person.id, params.addressId))) throw notFound('this address')
    accountChanged(house, person.id)
    return null
  })

  sessionRoutes(app, house, sessions)
  seriousRoutes(app, house, sessions, slow)
}

function sessionRoutes(app: FastifyInstance, house: House, sessions: Sessions): void {
  serve(app, listSessions, async ({ person }) => {
    const rows = await openSessionsOf(house.db, person.id)
    return { items: rows.map((row) => presentSession(row, person.sessionId)) }
  })

  serve(app, endSession, async ({ params, person, reply }) => {
    if (!(await deleteSessionOf(house.db, person.id, params.sessionId))) throw notFound('this session')
    accountChanged(house, person.id)
    if (params.sessionId === person.sessionId) reply.header('set-cookie', sessions.cookieGone)
    return null
  })

  serve(app, endAllSessions, async ({ person, reply }) => {
    await deleteSessionsOf(house.db, person.id)
    accountChanged(house, person.id)
    reply.header('set-cookie', sessions.cookieGone)
    return null
  })
}

/** What asks for the password again. */
function seriousRoutes(app: FastifyInstance, house: House, sessions: Sessions, slow: Throttles): void {
  serve(app, changePasswordEndpoint, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(house, person.id, body.currentPassword)
    return account instanceof Refusal ? account : changePassword(house, person, account, body.password)
  })

  serve(app, askEmailChange, async ({ body, person, request }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(house, person.id, body.currentPassword)
    if (account instanceof Refusal) return account
    if (account.email === body.email) return refuse('same-address', 'This is the address of your account already.')
    await slow.mail(request, body.email)
    await askForMail(house, house.db, {
      what: 'change-email',
      email: body.email,
      accountId: person.id,
      knownTo: [person.id],
    })
    return { ok: true } as const
  })

  serve(app, exportEndpoint, async ({ body, person, request, reply }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(house, person.id, body.currentPassword)
    if (account instanceof Refusal) return account
    const data = await exportData(house, person.id)
    reply
      .header('content-disposition', `attachment; filename="paddock-${person.paddle}.json"`)
      .type('application/json; charset=utf-8')
      .send(jsonStream(data))
    return null
  })

  serve(app, closeEndpoint, async ({ body, person, request, reply }) => {
    await slow.password(request, person.sessionId)
    const account = await ownAccount(house, person.id, body.currentPassword)
    const answer = account instanceof Refusal ? account : await closeAccount(house, account, body.code)
    if (!(answer instanceof Refusal)) reply.header('set-cookie', sessions.cookieGone)
    return answer
  })
}
