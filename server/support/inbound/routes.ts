import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { receiveEmail } from '#contract/support/support.ts'
import type { SealedFiles } from '#server/platform/sealed-files.ts'
import type { App } from '#server/platform/app.ts'
import { foreignOrigin, isForeign } from '#server/platform/http/foreign.ts'
import { serve } from '#server/platform/http/serve.ts'
import { Problem } from '#server/platform/problem.ts'
import { emailReceiver } from './receive-email.ts'

/** The largest email that mail servers usually accept, in bytes. */
const EMAIL_BYTES_MAX = 25 * 1024 * 1024

/** The endpoint for the mail server: the raw message as the body, the shared secret in a header. */
export function inboundEmailRoute(http: FastifyInstance, app: App, files: SealedFiles): void {
  const receive = emailReceiver(app, files)
  void http.register((scope, _options, done) => {
    // The secret is checked before 25 MB are read.
    scope.addHook('onRequest', (request, _reply, next) => {
      const isStrange = isForeign(request.headers, http.publicOrigin)
      const fault = isStrange ? foreignOrigin() : faultOf(app, request.headers['x-paddock-secret'])
      next(fault ?? undefined)
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EMAIL_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    )
    serve(scope, receiveEmail, ({ request }) => receive(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)))
    done()
  })
}

function faultOf({ config }: App, given: unknown): Problem | null {
  const expected = Buffer.from(config.inboundEmail?.secret ?? '')
  const secret = Buffer.from(typeof given === 'string' ? given : '')
  const fits = expected.length > 0 && secret.length === expected.length && timingSafeEqual(secret, expected)
  return fits ? null : new Problem(401, 'wrong-secret', 'The header x-paddock-secret does not hold our secret.')
}
