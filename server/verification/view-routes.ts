import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkDocument, viewDocument } from '#contract/verification.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { forbidden, notFound, rateLimited } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { faultOfLink, makeLink } from './document-link.ts'
import { fileOf } from './store.ts'
import type { Vault } from './vault.ts'

/** Views a person may try: far more than reading takes, far fewer than copying everything would. */
const VIEWS = { burst: 120, perSecond: 1 }

/** Nobody, not this person, not this picture. */
const REFUSED = new Set([401, 402, 403, 404])

type Asked = { caseId?: string; side?: string; page?: number }

/**
 * Looking at a document: a link first, then the picture by it. Every view leaves an audit row before a byte is sent, and so does every
 * one that is refused to somebody who is logged in.
 */
export async function viewRoutes(root: FastifyInstance, house: House, vault: Vault): Promise<void> {
  const views = sharedThrottle(house, 'view-document', VIEWS)
  const refusals = sharedThrottle(house, 'refused-document', VIEWS)
  await root.register((app, _options, done) => {
    app.addHook('onSend', async (request, reply, payload) => {
      // What cannot be read names no picture, and is no try to see one.
      if (!REFUSED.has(reply.statusCode)) return payload
      const person = await app.identify(request)
      if (person === null) house.log.warn({ url: request.routeOptions.url }, 'a stranger asked for a document')
      else if (await refusals.take(person.id)) await auditRefusal(house, person, request, codeOf(payload))
      return payload
    })
    serveViews(app, house, vault, async (person) => {
      if (!(await views.take(person.id))) throw rateLimited(5)
    })
    done()
  })
}

function serveViews(
  app: FastifyInstance,
  house: House,
  vault: Vault,
  throttle: (person: Person) => Promise<void>,
): void {
  serve(app, linkDocument, async ({ params: { caseId }, body: { side, page }, person }) => {
    await throttle(person)
    if ((await fileOf(house.db, caseId, side, page)) === null) throw notFound('this picture')
    return makeLink(house, { caseId, side, page }, person.sessionId)
  })

  serve(app, viewDocument, async ({ params, query, person, reply }) => {
    await throttle(person)
    const { caseId, side, page } = params
    const fault = faultOfLink(house, params, person.sessionId, query.link)
    if (fault === 'expired') throw forbidden('This link has expired. Open the document again.')
    if (fault === 'foreign') throw forbidden('This link was not made for you. Open the document from the queue.')
    const file = await fileOf(house.db, caseId, side, page)
    if (file === null) throw notFound('this picture')
    const content = await vault.get(file.storage_name, file.sealed_key, params)
    await audit(house.db, { actorId: person.id, act: 'view-document', ...subjectOf(params) })
    await reply
      .header('content-disposition', `attachment; filename="document-${side}-${page}.jpg"`)
      .type('image/jpeg')
      .send(content)
    return null
  })
}

async function auditRefusal(house: House, person: Person, request: FastifyRequest, code: string): Promise<void> {
  const asked = { ...(request.params as Asked), ...(request.body as Asked | undefined) }
  const act = request.method === 'GET' ? 'refused-view-document' : 'refused-link-document'
  await audit(house.db, { actorId: person.id, act, ...subjectOf(asked), reason: code })
}

/** Who is refused by the ladder may have asked for anything: of that, letters, figures and hyphens are kept. */
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

/** The stable code of a refusal, out of the body that is being sent. */
function codeOf(payload: unknown): string {
  const code = typeof payload === 'string' ? /"code":"([a-z-]+)"/.exec(payload)?.[1] : undefined
  return code ?? 'unknown'
}
