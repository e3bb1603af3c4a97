import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import {
  decideVerification,
  listVerifications,
  submitDocument as submitEndpoint,
  viewDocument,
} from '#contract/verification.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { busy, notFound, rateLimited, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/serve.ts'
import { createThrottle } from '#server/platform/throttle.ts'
import { decideCase } from './decide-case.ts'
import { readForm } from './form.ts'
import { caseById, casesIn, fileOf, type CaseRow } from './store.ts'
import { refusalOf, submitDocument } from './submit-document.ts'
import type { Vault } from './vault.ts'

const QUEUE_MAX = 200
/** Documents a person may send: ten at once, then one a minute. */
const UPLOADS = { burst: 10, perSecond: 1 / 60 }
/** Uploads in hand at once; each holds up to 20 MB until it is kept. */
const UPLOADS_AT_ONCE_MAX = 8

export async function verificationRoutes(app: FastifyInstance, house: House, vault: Vault): Promise<void> {
  // A file that is too large is refused by the form, which can name the side.
  await app.register(multipart, { throwFileSizeLimit: false })

  const throttle = createThrottle({ ...UPLOADS, now: house.now })
  let uploads = 0

  serve(app, submitEndpoint, async ({ person, request }) => {
    if (!throttle.take(person.id)) throw rateLimited(60)
    // Judged before the files are read, and again when they are kept.
    const refusal = refusalOf(person)
    if (refusal !== null) return refusal
    if (uploads >= UPLOADS_AT_ONCE_MAX) throw busy(5)
    uploads += 1
    try {
      const form = await readForm(request)
      return form instanceof Refusal ? form : await submitDocument(house, vault, person.id, form)
    } finally {
      uploads -= 1
    }
  })

  serve(app, listVerifications, async ({ query }) => {
    const rows = await casesIn(house.db, query.state ?? 'submitted', QUEUE_MAX)
    return { items: rows.map(presentCase) }
  })

  serve(app, viewDocument, async ({ params, person, reply }) => {
    const { caseId, side } = params
    const found = await caseById(house.db, caseId)
    const file = found === null ? null : await fileOf(house.db, caseId, side)
    if (file === null) throw notFound('this picture')
    await audit(house.db, {
      actorId: person.id,
      act: 'view-document',
      subjectKind: 'verification',
      subjectId: `${caseId}:${side}`,
    })
    const content = await vault.get(file.storage_name, file.sealed_key, `${caseId}:${side}`)
    const pdf = content.subarray(0, 5).toString('latin1') === '%PDF-'
    await reply
      .header(
        'content-disposition',
        `${pdf ? 'attachment' : 'inline'}; filename="document-${side}.${pdf ? 'pdf' : 'jpg'}"`,
      )
      .type(pdf ? 'application/pdf' : 'image/jpeg')
      .send(content)
    return null
  })

  serve(app, decideVerification, async ({ params, body, person }) => {
    const decided = await decideCase(house, person.id, params.caseId, body)
    return decided instanceof Refusal ? decided : presentCase(decided)
  })
}

function presentCase(row: CaseRow) {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    country: row.country,
    kind: row.kind,
    sides: row.sides,
    submittedAt: row.submitted_at,
    state: row.state,
    note: row.note,
  }
}
