import type { FastifyInstance } from 'fastify'
import {
  addNote as noteEndpoint,
  changeAccount as changeEndpoint,
  correctEmail as correctEmailEndpoint,
  endSessionOf as endSessionEndpoint,
  endSessionsOf as endSessionsEndpoint,
  endSupport as endSupportEndpoint,
  listAccounts,
  readAccount,
  removeSecondFactorOf,
  sendPasswordReset as sendPasswordResetEndpoint,
  resendConfirmation as resendConfirmationEndpoint,
  startSupport as startSupportEndpoint,
} from '#contract/accounts/account-staff.ts'
import { mergeAccounts as mergeEndpoint, previewMerge as previewEndpoint } from '#contract/accounts/merge-accounts.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { sharedIdentifiersOf, similarAccounts } from '../identifiers/identifiers.ts'
import { mergedInto as accountsMergedInto } from '../merge/accounts-of.ts'
import { mergeAccounts, previewMerge } from '../merge/merge-accounts.ts'
import { changeAccount } from './change-account.ts'
import { correctEmail, resendConfirmation } from './correct-email.ts'
import { presentSession } from '../sessions/device-words.ts'
import { addNote, endSessionOf, endSessionsOf, removeFactorOf, sendPasswordReset } from './handle-account.ts'
import { presentAccountRow, presentUser } from '../present.ts'
import { openSessionsOf, supportIn } from '../sessions/session-store.ts'
import { ACCOUNT_LIST, notesOf } from './staff-store.ts'
import { accountById, type AccountRow } from '../store.ts'
import { endSupport, startSupport } from '../sessions/support.ts'

/** People, as staff find and handle them. */
export function staffRoutes(http: FastifyInstance, app: App): void {
  const { demo } = app.config

  const presentAll = async (rows: AccountRow[]) => {
    const { currency } = await readCompanyTerms(app)
    return rows.map((row) => ({ ...presentAccountRow(row), currency }))
  }
  serveList(http, app.db, listAccounts, ACCOUNT_LIST, {
    present: presentAll,
    async presentRows(rows: AccountRow[]) {
      const shown = await presentAll(rows)
      return rows.map((row, index) => ({ ...shown[index]!, ...contactOf(row) }))
    },
  })

  serve(http, readAccount, async ({ params }) => {
    const account = await accountById(app.db, params.accountId)
    if (account === null) throw notFound('this account')
    const [sessions, notes, shared, similar, merged, mergedInto] = await Promise.all([
      openSessionsOf(app.db, account.id),
      notesOf(app.db, account.id),
      sharedIdentifiersOf(app.db, account.id),
      similarAccounts(app.db, account.id),
      accountsMergedInto(app.db, account.id),
      keptAccountOf(app, account),
    ])
    return {
      ...presentAccountRow(account),
      ...contactOf(account),
      sessions: sessions.map((session) => presentSession(session, null)),
      notes,
      shared,
      similar,
      mergedInto,
      merged,
    }
  })

  serve(http, changeEndpoint, async ({ params, body, person }) =>
    presentAccountRow(await changeAccount(app, person, params.accountId, body)),
  )

  serve(http, correctEmailEndpoint, async ({ params, body, person }) => {
    const account = await correctEmail(app, person, params.accountId, body)
    return account instanceof Refusal ? account : presentAccountRow(account)
  })

  serve(http, resendConfirmationEndpoint, ({ params, body, person }) =>
    resendConfirmation(app, person, params.accountId, body.reason),
  )

  serve(http, noteEndpoint, ({ params, body, person }) => addNote(app, person, params.accountId, body.text))

  sessionRoutes(http, app)
  mergeRoutes(http, app)

  serve(http, removeSecondFactorOf, ({ params, body, person }) =>
    removeFactorOf(app, person, params.accountId, body.reason),
  )

  serve(http, startSupportEndpoint, async ({ params, body, person }) => {
    const member = await startSupport(app, person, params.accountId, body.reason)
    return presentUser(member, demo, await supportIn(app.db, person.sessionId))
  })

  serve(http, endSupportEndpoint, async ({ person }) => presentUser(await endSupport(app, person), demo))
}

function mergeRoutes(http: FastifyInstance, app: App): void {
  serve(http, previewEndpoint, ({ params: { accountId: keptId, duplicateId }, person }) =>
    previewMerge(app, { keptId, duplicateId, actorId: person.id }),
  )

  serve(http, mergeEndpoint, ({ params: { accountId: keptId, duplicateId }, body, person }) =>
    mergeAccounts(app, { keptId, duplicateId, actorId: person.id }, body.reason),
  )
}

async function keptAccountOf({ db }: App, { merged_into: keptId, merged_at: at }: AccountRow) {
  const kept = keptId === null ? null : await accountById(db, keptId)
  return kept === null || at === null
    ? null
    : { id: kept.id, name: kept.name, email: kept.email, paddle: kept.paddle, at }
}

function sessionRoutes(http: FastifyInstance, app: App): void {
  serve(http, endSessionsEndpoint, async ({ params, body, person }) => {
    await endSessionsOf(app, person, params.accountId, body.reason)
    return { ok: true } as const
  })

  serve(http, endSessionEndpoint, async ({ params, person }) => {
    await endSessionOf(app, person, params.accountId, params.sessionId)
    return { ok: true } as const
  })

  serve(http, sendPasswordResetEndpoint, async ({ params, body, person }) => {
    await sendPasswordReset(app, person, params.accountId, body.reason)
    return { ok: true } as const
  })
}

function contactOf({ phone, country, email_confirmed_at, second_factor_since }: AccountRow) {
  return { phone, country, emailConfirmed: email_confirmed_at !== null, secondFactor: second_factor_since !== null }
}
