import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import {
  decideVerification,
  findUpload,
  listVerifications,
  readVerification,
  submitDocument as submitEndpoint,
} from '#contract/verification/verification.ts'
import { sharedIdentifiers, sharedIdentifiersOf } from '#server/accounts/identifiers/identifiers.ts'
import { readMemberState } from '#server/accounts/member-state.ts'
import type { App } from '#server/platform/app.ts'
import { busy, notFound, rateLimited, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { readDocumentRetentionDays } from '#server/platform/settings.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { decideCase } from './decide-case.ts'
import { readForm } from './form.ts'
import { clientRoutes } from './register-client.ts'
import { CASE_LIST, type CaseRow } from './queue-store.ts'
import { caseOfUpload, isRejectedFinally, lastCaseOf, type LastCaseRow } from './store.ts'
import { answerOf, finallyRejected, refusalOf, submitDocument } from './submit-document.ts'
import type { Vault } from './vault.ts'
import { viewRoutes } from './view-routes.ts'
import type { SharedIdentifier } from '#contract/accounts/shared-identifiers.ts'

/** Limit on documents sent by one person: ten, then one a minute. */
const UPLOADS = { burst: 10, perSecond: 1 / 60 }
/** Maximum simultaneous uploads; each uses up to 20 MB of memory until it is stored. */
const UPLOADS_AT_ONCE_MAX = 8

export async function verificationRoutes(http: FastifyInstance, app: App, vault: Vault): Promise<void> {
  // A file that is too large is refused by the form, which can name the side.
  await http.register(multipart, { throwFileSizeLimit: false })
  senderRoutes(http, app, vault)
  reviewerRoutes(http, app)
  clientRoutes(http, app)
  await viewRoutes(http, app, vault)
}

function senderRoutes(http: FastifyInstance, app: App, vault: Vault): void {
  const throttle = sharedThrottle(app, 'upload', UPLOADS)
  let uploads = 0

  serve(http, submitEndpoint, async ({ person, query, request }) => {
    const uploadId = query.uploadId ?? null
    const hasArrived = uploadId !== null && (await caseOfUpload(app.db, person.id, uploadId)) !== null
    if (!hasArrived) {
      if (!(await throttle.take(person.id))) throw rateLimited(60)
      // Checked before the files are read, and again when they are stored.
      const member = await readMemberState(app.db, person.id)
      if (member === null) throw notFound('this account')
      const refusal = refusalOf(member) ?? ((await isRejectedFinally(app.db, person.id)) ? finallyRejected() : null)
      if (refusal !== null) return refusal
    }
    if (uploads >= UPLOADS_AT_ONCE_MAX) throw busy(5)
    uploads += 1
    try {
      const form = await readForm(request)
      return form instanceof Refusal ? form : await submitDocument(app, vault, person.id, { ...form, uploadId })
    } finally {
      uploads -= 1
    }
  })

  serve(http, findUpload, async ({ params, person }) => {
    const found = await caseOfUpload(app.db, person.id, params.uploadId)
    if (found === null) throw notFound('this upload')
    return answerOf(found)
  })

  serve(http, readVerification, async ({ person }) => ({
    last: presentLast(await lastCaseOf(app.db, person.id)),
    keepDays: await readDocumentRetentionDays(app.db),
  }))
}

function reviewerRoutes(http: FastifyInstance, app: App): void {
  serveList(http, app.db, listVerifications, CASE_LIST, {
    async present(rows: CaseRow[]) {
      const shared = await sharedIdentifiers(
        app.db,
        rows.map((row) => row.account_id),
      )
      return rows.map((row) => presentCase(row, shared.get(row.account_id) ?? []))
    },
    presentRows: (rows: CaseRow[]) => rows.map((row) => presentCase(row, [])),
  })

  serve(http, decideVerification, async ({ params, body, person }) => {
    const decided = await decideCase(app, person.id, params.caseId, body)
    if (decided instanceof Refusal) return decided
    return presentCase(decided, await sharedIdentifiersOf(app.db, decided.account_id))
  })
}

/** `shared`: what the person's account has in common with others. */
function presentCase(row: CaseRow, shared: readonly SharedIdentifier[]) {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    country: row.country,
    kind: row.kind,
    pictures: row.pictures,
    submittedAt: row.submitted_at,
    state: row.state,
    note: row.note,
    decidedAt: row.decided_at,
    decidedBy: row.reviewer,
    shared: [...shared],
    earlier: row.earlier.map(({ state, note, decided_at: decidedAt }) => ({ state, note, decidedAt })),
  }
}

function presentLast(row: LastCaseRow | null) {
  if (row === null) return null
  const { kind, state, note, submitted_at: submittedAt, decided_at: decidedAt } = row
  return { kind, state, note, submittedAt, decidedAt }
}
