import type { FastifyInstance } from 'fastify'
import { unsubscribe as unsubscribeEndpoint, type NoticeKind } from '#contract/notifications.ts'
import type { House } from '#server/platform/house.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notFound } from '#server/platform/problem.ts'
import { readSignedId } from '#server/platform/signed-id.ts'
import { isOptional, waysOf } from './kinds.ts'
import { kindAndReader, readReaders, upsertChoice } from './store.ts'

/** What the link at the end of an email can do, and nothing else: turn off emails of its kind for its reader. */
export const UNSUBSCRIBE = 'unsubscribe'

/**
 * Turns emails off, without a sign-in: for the page behind the link of an email (one press, so that programs which open links turn
 * nothing off), and at `/unsubscribe/:token` for the button of mail programs, which post a form that says only what its address says.
 */
export function unsubscribeRoutes(app: FastifyInstance, house: House): void {
  serve(app, unsubscribeEndpoint, async ({ body }) => ({ kind: await turnOff(house, body.token) }))

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 4096 }, (_request, _payload, parsed) => parsed(null, null))
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      await turnOff(house, request.params.token)
      return reply.code(204).send()
    })
    scope.get<{ Params: { token: string } }>('/unsubscribe/:token', (request, reply) =>
      reply.redirect(`/?unsubscribe=${encodeURIComponent(request.params.token)}`, 303),
    )
    done()
  })
}

/** Answers the kind of the email that the token came in. Asked twice, it is done once. */
async function turnOff(house: House, token: string): Promise<NoticeKind> {
  const id = readSignedId(house.keys, UNSUBSCRIBE, token)
  const notice = id === null ? null : await kindAndReader(house.db, id)
  if (notice === null || !isOptional(notice.kind)) throw notFound('this email')
  const { kind, accountId } = notice
  const chosen = (await readReaders(house.db, [accountId], [kind])).get(accountId)?.choices.get(kind) ?? null
  await upsertChoice(house.db, accountId, kind, { ...waysOf(kind, chosen), mail: false })
  return kind
}
