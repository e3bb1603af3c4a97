import type { FastifyInstance } from 'fastify'
import { unsubscribe as unsubscribeEndpoint, type NoticeKind } from '#contract/notifications/notifications.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notFound } from '#server/platform/problem.ts'
import { readSignedId } from '#server/platform/signed-id.ts'
import { isOptional, waysOf } from './kinds.ts'
import { kindAndReader, readReaders, upsertChoice } from './store.ts'

/** The token's purpose: it can only turn off emails of its kind for its reader. */
export const UNSUBSCRIBE = 'unsubscribe'

/**
 * Turns emails off without a sign-in: on the page behind an email's link (with one press, so that programs that open links turn nothing
 * off), and at `/unsubscribe/:token` for the button of email programs, which post a form without further data.
 */
export function unsubscribeRoutes(http: FastifyInstance, app: App): void {
  serve(http, unsubscribeEndpoint, async ({ body }) => ({ kind: await turnOff(app, body.token) }))

  void http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 4096 }, (_request, _payload, parsed) => parsed(null, null))
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      await turnOff(app, request.params.token)
      return reply.code(204).send()
    })
    scope.get<{ Params: { token: string } }>('/unsubscribe/:token', (request, reply) =>
      reply.redirect(`/?unsubscribe=${encodeURIComponent(request.params.token)}`, 303),
    )
    done()
  })
}

/** Returns the kind of the email that contained the token. Idempotent. */
async function turnOff(app: App, token: string): Promise<NoticeKind> {
  const id = readSignedId(app.keys, UNSUBSCRIBE, token)
  const notice = id === null ? null : await kindAndReader(app.db, id)
  if (notice === null || !isOptional(notice.kind)) throw notFound('this email')
  const { kind, accountId } = notice
  const chosen = (await readReaders(app.db, [accountId], [kind])).get(accountId)?.choices.get(kind) ?? null
  await upsertChoice(app.db, accountId, kind, { ...waysOf(kind, chosen), mail: false })
  return kind
}
