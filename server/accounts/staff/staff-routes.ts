import type { FastifyInstance } from 'fastify'
import {
  addNote as noteEndpoint,
  changeAccount as changeEndpoint,
  correctEmail as correctEmailEndpoint,
  endSessionsOf as endSessionsEndpoint,
  endSupport as endSupportEndpoint,
  exportAccounts as exportEndpoint,
  listAccounts,
  readAccount,
  removeSecondFactorOf,
  resendConfirmation as resendConfirmationEndpoint,
  startSupport as startSupportEndpoint,
} from '#contract/account-staff.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sharedIdentifiersOf } from '../identifiers/identifiers.ts'
import { changeAccount } from './change-account.ts'
import { correctEmail, resendConfirmation } from './correct-email.ts'
import { presentSession } from '../sessions/device-words.ts'
import { addNote, endSessionsOf, removeFactorOf } from './handle-account.ts'
import { presentAccountRow, presentUser } from '../present.ts'
import { openSessionsOf, supportIn } from '../sessions/session-store.ts'
import { accountsCsv } from './accounts-csv.ts'
import { countAccounts, findAccounts, notesOf } from './staff-store.ts'
import { accountById } from '../store.ts'
import { endSupport, startSupport } from '../sessions/support.ts'

const PAGE = 50

/** People, as staff find and handle them. */
export function staffRoutes(app: FastifyInstance, house: House): void {
  const { demo } = house.config

  serve(app, listAccounts, async ({ query }) => {
    const { page = 1, ...filter } = query
    const [rows, count] = await Promise.all([
      findAccounts(house.db, filter, { limit: PAGE, offset: (page - 1) * PAGE }),
      countAccounts(house.db, filter),
    ])
    return { items: rows.map(presentAccountRow), page, pages: Math.max(1, Math.ceil(count / PAGE)), count }
  })

  serve(app, exportEndpoint, async ({ query, reply }) => sendCsv(reply, 'people', await accountsCsv(house, query)))

  serve(app, readAccount, async ({ params }) => {
    const account = await accountById(house.db, params.accountId)
    if (account === null) throw notFound('this account')
    const [sessions, notes, shared] = await Promise.all([
      openSessionsOf(house.db, account.id),
      notesOf(house.db, account.id),
      sharedIdentifiersOf(house.db, account.id),
    ])
    return {
      ...presentAccountRow(account),
      phone: account.phone,
      country: account.country,
      emailConfirmed: account.email_confirmed_at !== null,
      secondFactor: account.second_factor_since !== null,
      sessions: sessions.map((session) => presentSession(session, null)),
      notes,
      shared,
    }
  })

  serve(app, changeEndpoint, async ({ params, body, person }) =>
    presentAccountRow(await changeAccount(house, person, params.accountId, body)),
  )

  serve(app, correctEmailEndpoint, async ({ params, body, person }) => {
    const account = await correctEmail(house, person, params.accountId, body)
    return account instanceof Refusal ? account : presentAccountRow(account)
  })

  serve(app, resendConfirmationEndpoint, ({ params, body, person }) =>
    resendConfirmation(house, person, params.accountId, body.reason),
  )

  serve(app, noteEndpoint, ({ params, body, person }) => addNote(house, person, params.accountId, body.text))

  serve(app, endSessionsEndpoint, async ({ params, body, person }) => {
    await endSessionsOf(house, person, params.accountId, body.reason)
    return { ok: true } as const
  })

  serve(app, removeSecondFactorOf, ({ params, body, person }) =>
    removeFactorOf(house, person, params.accountId, body.reason),
  )

  serve(app, startSupportEndpoint, async ({ params, body, person }) => {
    const member = await startSupport(house, person, params.accountId, body.reason)
    return presentUser(member, demo, await supportIn(house.db, person.sessionId))
  })

  serve(app, endSupportEndpoint, async ({ person }) => presentUser(await endSupport(house, person), demo))
}
