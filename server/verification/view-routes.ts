import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkDocument, viewDocument } from '#contract/verification/verification.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { forbidden, notFound, rateLimited } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { fileOf } from './store.ts'
import type { Vault, Place } from './vault.ts'
import { timingSafeEqual } from 'node:crypto'

/** Just long enough to load the requested image. */
const LINK_MS = 60_000
const EXPIRY_BYTES = 6

type Link = { url: string; expiresAt: number }

/** A link to one image, for one session; invalid in any other, or later. */
function makeLink(app: App, place: Place, sessionId: string): Link {
  const expiresAt = app.now() + LINK_MS
  const link = Buffer.concat([expiryOf(expiresAt), macOf(app, place, sessionId, expiresAt)]).toString('base64url')
  const { caseId, side, page } = place
  return { url: `/api/admin/verifications/${caseId}/${side}/${page}?link=${link}`, expiresAt }
}

/** Why a link does not open the picture, or null. */
function faultOfLink(app: App, place: Place, sessionId: string, link: string): 'expired' | 'foreign' | null {
  const given = Buffer.from(link, 'base64url')
  if (given.length <= EXPIRY_BYTES) return 'foreign'
  const expiresAt = given.readUIntBE(0, EXPIRY_BYTES)
  const expected = macOf(app, place, sessionId, expiresAt)
  const mac = given.subarray(EXPIRY_BYTES)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return 'foreign'
  return expiresAt < app.now() ? 'expired' : null
}

function macOf(app: App, { caseId, side, page }: Place, sessionId: string, expiresAt: number): Buffer {
  return app.keys.mac('document-link', `${caseId} ${side} ${page} ${sessionId} ${expiresAt}`)
}

function expiryOf(at: number): Buffer {
  const bytes = Buffer.alloc(EXPIRY_BYTES)
  bytes.writeUIntBE(at, 0, EXPIRY_BYTES)
  return bytes
}

/** Views a person may try: far more than reading takes, far fewer than copying everything would. */
const VIEWS = { burst: 120, perSecond: 1 }

/** Statuses of a refused view: not signed in, no access, or no such picture. */
const REFUSED = new Set([401, 402, 403, 404])

type Asked = { caseId?: string; side?: string; page?: number }

/**
 * Viewing a document: first a link, then the picture through it. Every view writes an audit row before a byte is sent, and so does every
 * refused attempt of a signed-in person.
 */
export async function viewRoutes(root: FastifyInstance, app: App, vault: Vault): Promise<void> {
  const views = sharedThrottle(app, 'view-document', VIEWS)
  const refusals = sharedThrottle(app, 'refused-document', VIEWS)
  await root.register((http, _options, done) => {
    http.addHook('onSend', async (request, reply, payload) => {
      // An unreadable request names no image, so it is not an attempt to view one.
      if (!REFUSED.has(reply.statusCode)) return payload
      const person = await http.identify(request)
      if (person === null) app.log.warn({ url: request.routeOptions.url }, 'a document was requested without a session')
      else if (await refusals.take(person.id)) await auditRefusal(app, person, request, codeOf(payload))
      return payload
    })
    serveViews(http, app, vault, async (person) => {
      if (!(await views.take(person.id))) throw rateLimited(5)
    })
    done()
  })
}

function serveViews(http: FastifyInstance, app: App, vault: Vault, throttle: (person: Person) => Promise<void>): void {
  serve(http, linkDocument, async ({ params: { caseId }, body: { side, page }, person }) => {
    await throttle(person)
    if ((await fileOf(app.db, caseId, side, page)) === null) throw notFound('this image')
    return makeLink(app, { caseId, side, page }, person.sessionId)
  })

  serve(http, viewDocument, async ({ params, query, person, reply }) => {
    await throttle(person)
    const { caseId, side, page } = params
    const fault = faultOfLink(app, params, person.sessionId, query.link)
    if (fault === 'expired') throw forbidden('This link has expired. Open the document again.')
    if (fault === 'foreign') throw forbidden('This link belongs to another person. Open the document from the queue.')
    const file = await fileOf(app.db, caseId, side, page)
    if (file === null) throw notFound('this image')
    const content = await vault.get(file.storage_name, file.sealed_key, params)
    await audit(app.db, { actorId: person.id, action: 'view-document', ...subjectOf(params) })
    return sendFile(reply, `document-${side}-${page}.jpg`, 'image/jpeg', content)
  })
}

async function auditRefusal(app: App, person: Person, request: FastifyRequest, code: string): Promise<void> {
  const asked = { ...(request.params as Asked), ...(request.body as Asked | undefined) }
  const action = request.method === 'GET' ? 'refused-view-document' : 'refused-link-document'
  await audit(app.db, { actorId: person.id, action, ...subjectOf(asked), reason: code })
}

/** A request denied access may contain anything: only its letters, digits and hyphens are kept. */
function subjectOf({ caseId = '?', side = '?', page = 0 }: Asked): { subjectKind: string; subjectId: string } {
  const subjectId = [caseId, side, page]
    .map((part) =>
      textOf(part)
        .replaceAll(/[^\w-]/g, '?')
        .slice(0, 60),
    )
    .join(':')
  return { subjectKind: 'verification', subjectId }
}

function textOf(part: unknown): string {
  return typeof part === 'string' || typeof part === 'number' ? String(part) : '?'
}

/** The stable code of a refusal, from the body that is being sent. */
function codeOf(payload: unknown): string {
  const code = typeof payload === 'string' ? /"code":"([a-z-]+)"/.exec(payload)?.[1] : undefined
  return code ?? 'unknown'
}
