import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import {
  decideVerification,
  exportVerifications,
  findUpload,
  listVerifications,
  readVerification,
  submitDocument as submitEndpoint,
} from '#contract/verification.ts'
import { sharedIdentifiers, sharedIdentifiersOf } from '#server/accounts/identifiers/identifiers.ts'
import { readStanding } from '#server/accounts/staff/change-standing.ts'
import { turned } from '#server/membership/turning.ts'
import type { House } from '#server/platform/house.ts'
import { busy, notFound, rateLimited, Refusal } from '#server/platform/problem.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readDocumentRetentionDays } from '#server/platform/settings.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { decideCase } from './decide-case.ts'
import { readForm } from './form.ts'
import { presentCase, presentLast } from './present.ts'
import { countIn, pageOfCases } from './queue-store.ts'
import { caseOfUpload, isRejectedFinally, lastCaseOf } from './store.ts'
import { queueCsv } from './queue-csv.ts'
import { answerOf, finallyRejected, refusalOf, submitDocument } from './submit-document.ts'
import type { Vault } from './vault.ts'
import { viewRoutes } from './view-routes.ts'

/** Documents a person may send: ten at once, then one a minute. */
const UPLOADS = { burst: 10, perSecond: 1 / 60 }
/** Uploads in hand at once; each holds up to 20 MB until it is kept. */
const UPLOADS_AT_ONCE_MAX = 8

export async function verificationRoutes(app: FastifyInstance, house: House, vault: Vault): Promise<void> {
  // A file that is too large is refused by the form, which can name the side.
  await app.register(multipart, { throwFileSizeLimit: false })
  senderRoutes(app, house, vault)
  reviewerRoutes(app, house)
  await viewRoutes(app, house, vault)
}

function senderRoutes(app: FastifyInstance, house: House, vault: Vault): void {
  const throttle = sharedThrottle(house, 'upload', UPLOADS)
  let uploads = 0

  serve(app, submitEndpoint, async ({ person, query, request }) => {
    const uploadId = query.uploadId ?? null
    const hasArrived = uploadId !== null && (await caseOfUpload(house.db, person.id, uploadId)) !== null
    if (!hasArrived) {
      if (!(await throttle.take(person.id))) throw rateLimited(60)
      // Judged before the files are read, and again when they are kept.
      const standing = await readStanding(house.db, person.id)
      if (standing === null) throw notFound('this account')
      const refusal = refusalOf(standing) ?? ((await isRejectedFinally(house.db, person.id)) ? finallyRejected() : null)
      if (refusal !== null) return refusal
    }
    if (uploads >= UPLOADS_AT_ONCE_MAX) throw busy(5)
    uploads += 1
    try {
      const form = await readForm(request)
      return form instanceof Refusal ? form : await submitDocument(house, vault, person.id, { ...form, uploadId })
    } finally {
      uploads -= 1
    }
  })

  serve(app, findUpload, async ({ params, person }) => {
    const found = await caseOfUpload(house.db, person.id, params.uploadId)
    if (found === null) throw notFound('this upload')
    return answerOf(found)
  })

  serve(app, readVerification, async ({ person }) => ({
    last: presentLast(await lastCaseOf(house.db, person.id)),
    keepDays: await readDocumentRetentionDays(house.db),
  }))
}

function reviewerRoutes(app: FastifyInstance, house: House): void {
  serve(app, exportVerifications, async ({ query: { state = 'submitted', search = null, shared }, reply }) => {
    const file = await queueCsv(house, { state, search, sharedOnly: shared === 'only' })
    return sendCsv(reply, `verifications-${state}`, file)
  })

  serve(app, listVerifications, async ({ query }) => {
    const { state = 'submitted', search = null, shared, ...turn } = query
    const filter = { state, search, sharedOnly: shared === 'only' }
    const [rows, total] = await Promise.all([pageOfCases(house.db, filter, turn), countIn(house.db, filter)])
    const found = await sharedIdentifiers(
      house.db,
      rows.map((row) => row.account_id),
    )
    return { items: rows.map((row) => presentCase(row, found.get(row.account_id) ?? [])), ...turned(turn, total) }
  })

  serve(app, decideVerification, async ({ params, body, person }) => {
    const decided = await decideCase(house, person.id, params.caseId, body)
    if (decided instanceof Refusal) return decided
    return presentCase(decided, await sharedIdentifiersOf(house.db, decided.account_id))
  })
}
